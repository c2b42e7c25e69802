import { expect, it } from 'vitest';
import { writeScriptValue } from './write-script-value.ts';

it.each([
  ['{"name":"a"}', 'name: a\n'],
  ['[{"name":"a"},{"name":"yes"}]', 'name: a\n---\nname: "yes"\n'],
  ['[]', ''],
  ['[1]', undefined],
  ['null', undefined],
  ['[[{}]]', undefined],
])('writes %s', (json, yaml) => expect(writeScriptValue(json)).toBe(yaml));
