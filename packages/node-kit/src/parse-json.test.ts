import { expect, it } from 'vitest';
import { z } from 'zod/mini';
import { parseJson } from './parse-json.ts';

const point = z.object({ x: z.number(), label: z.optional(z.string()) });

it.each([
  ['reads a value', '{"x":1,"label":"a"}', { x: 1, label: 'a' }],
  ['reads a value of an older version without the new field', '{"x":1}', { x: 1 }],
  ['leaves out fields of a newer version', '{"x":1,"y":2}', { x: 1 }],
  ['returns undefined for another shape', '{"x":"1"}', undefined],
  ['returns undefined for text that is not JSON', '{"x":', undefined],
])('%s', (_, text, expected) => expect(parseJson(point, text)).toEqual(expected));
