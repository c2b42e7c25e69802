import { expect, it } from 'vitest';
import { writeScriptValue } from './write-script-value.ts';

it('rejects a value that is nested deeper than any pipeline', () => {
  const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  expect(writeScriptValue(nested(50))).toHaveProperty('yaml');
  expect(writeScriptValue(nested(5000))).toEqual({ error: 'the value nests too deeply' });
});
