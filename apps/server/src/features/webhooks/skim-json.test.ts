import { expect, it } from 'vitest';
import { skimJson } from './skim-json.ts';

const skim = (text: string) => skimJson(Buffer.from(text), ['repository', 'id']);

it.each([
  ['{"repository":{"id":7}}', '7'],
  ['{ "ref": "x",\n "repository" : {\t"name": "n", "id" : 12 , "x": 1 } }', '12'],
  ['{"repository":{"id":"{a-b}"}}', '{a-b}'],
  ['{"other":{"id":1},"repository":{"owner":{"id":2},"list":[{"id":3}],"id":4}}', '4'],
  ['{"text":"\\"repository\\":{\\"id\\":1}","repository":{"id":5}}', '5'],
  ['{"head":{"repository":{"id":1}},"repository":{"id":6}}', '6'],
  ['{"repository":[{"id":1}],"id":2}', null],
  ['{"repository":{"id":null}}', null],
  ['{"repository":"id"}', null],
  ['{"repository":{"name":"id"}}', null],
  ['{"id":1}', null],
  ['[{"repository":{"id":1}}]', null],
  ['"id": 1', null],
  ['}}"id": 1', null],
  ['{"repository', null],
  ['{"repository\\', null],
  ['', null],
])('finds in %s: %s', (text, expected) => {
  expect(skim(text)).toBe(expected);
});
