import { expect, it } from 'vitest';
import { z } from 'zod/mini';
import { findUnknownField } from './unknown-field.ts';

const schema = z.object({
  enabled: z.optional(z.boolean()),
  paths: z._default(z.array(z.object({ name: z.string() })), []),
  target: z.optional(
    z.union([z.object({ url: z.string() }), z.object({ mail: z.string(), subject: z.string() })]),
  ),
  labels: z.optional(z.record(z.string(), z.string())),
  open: z.optional(z.looseObject({ known: z.optional(z.string()) })),
});

it.each([
  [{ enabled: true, paths: [{ name: 'a' }], labels: { any: 'b' }, open: { more: 1 } }, undefined],
  [{ enabeld: true }, 'Unknown field "enabeld"; did you mean "enabled"?'],
  [{ only: 1 }, 'Unknown field "only"; known names are enabled, paths, target, labels, open'],
  [
    { paths: [{ name: 'a' }, { name: 'a', nmae: 'b' }] },
    'Unknown field "paths.1.nmae"; did you mean "name"?',
  ],
  [{ target: { url: 'a', uri: 'b' } }, 'Unknown field "target.uri"; did you mean "url"?'],
  [
    { target: { mail: 'a', subject: 'b', subjects: 'c' } },
    'Unknown field "target.subjects"; did you mean "subject"?',
  ],
  [
    { constructor: 1 },
    'Unknown field "constructor"; known names are enabled, paths, target, labels, open',
  ],
  [[], undefined],
  ['text', undefined],
])('%j', (body, problem) => {
  expect(findUnknownField(schema, body)).toBe(problem);
});
