import { expect, it } from 'vitest';
import { withDependencies } from './with-dependencies.ts';

const graph: Record<string, string[]> = {
  deploy: ['test', 'lint'],
  test: ['compile'],
  lint: ['compile', 'unknown'],
  compile: [],
  chicken: ['egg'],
  egg: ['chicken'],
};
const listDependencies = (name: string) => graph[name] ?? [];

it.each([
  [[], []],
  [['compile'], ['compile']],
  [['test'], ['test', 'compile']],
  [['deploy'], ['deploy', 'test', 'lint', 'compile', 'unknown']],
  [['chicken'], ['chicken', 'egg']],
])('follows the dependencies of %j', (first, expected) => {
  expect([...withDependencies(first, listDependencies)]).toEqual(expected);
});
