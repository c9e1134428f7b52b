"""The comparison screen: algorithms against each other in a table that fills, and side by side in a race.

session.py               all its state and what can be done with it; no Textual
opening.py               what it starts with: the history, the command line's plan, an example
screen_view.py           how a person has chosen to see a table
table_text.py, words.py  a table as text and tones; the words about it
worked_out.py            both, made in a thread
screen.py                shows the session, and does what the keys ask; actions.py has the keys
files.py                 where a table goes, and plans from files
table.py, chart.py       its widgets
dialogs.py, plan_draft.py  its dialogs, and a plan being edited
race_session.py, race_screen.py  the race
"""
