// Interactive Sudoku Solver under node, for bench_sudoku_variants: node peer_iss.mjs FOLDER, a checkout of it.
// Reads a constraint string in JSON a line, answers with processor times in ms, guesses and the solution if there is
// exactly one.
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

globalThis.self = globalThis;
globalThis.VERSION_PARAM = '';
const from = (path) => import(pathToFileURL(resolve(process.argv[2], 'js', path)).href);
const { SudokuParser, toShortSolution } = await from('sudoku_parser.js');
const { SudokuBuilder } = await from('solver/sudoku_builder.js');

const spent = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const solved = (text) => {
  const constraint = SudokuParser.parseText(text);
  const start = spent();
  const solver = SudokuBuilder.build(SudokuBuilder.resolveConstraint(constraint));
  const built = spent();
  const first = solver.nthSolution(0);
  const more = first && solver.nthSolution(1);
  const end = spent();
  const guesses = solver.state?.()?.counters?.guesses ?? null;
  const one = first && !more ? toShortSolution(first, solver.geometry()) : null;
  return { build: built - start, search: end - built, guesses, solution: one };
};

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = solved(JSON.parse(line));
  } catch (error) {
    answer = { error: String(error.message ?? error) };
  }
  console.log(JSON.stringify(answer));
}
