import { expect, it } from 'vitest';
import { parsePipelineFile } from '../parse-pipeline-file.ts';
import { writeDocuments } from './write-documents.ts';

it('writes texts that parse to the same values', () => {
  const texts = [
    'yes',
    'No',
    'on',
    'y',
    'null',
    '~',
    '',
    ' ',
    '=',
    '<<',
    '- a',
    'a: b',
    '# c',
    '*a',
    '&a',
    '1.40',
    '010',
    '0x1F',
    '1_000',
    '1e3',
    '.5',
    '12:30:45',
    '2024-01-01',
    '.inf',
    'NaN',
    '---',
    '...',
    '%x',
    '@x',
    '`x`',
    '"q"',
    "it's",
    '{{ x }}',
    `\${A##v}`,
    '!tag',
    '|',
    '>',
    'a\nb\n',
    'a\n\n',
    '\na',
    ' a\n  b',
    'a\tb',
    '\ttab',
    'ü 😀',
    '\u0001',
    `${'long '.repeat(60)}`,
  ];
  const environment = Object.fromEntries(texts.map((text, index) => [`V${index}`, text]));
  const keys = { yes: 'a', '1.0': 'b', '<<x': 'c', '<<': 'd', '': 'e' };
  const [first, second] = parsePipelineFile(
    writeDocuments([
      { kind: 'pipeline', name: 'a', environment, steps: [{ name: 'x' }] },
      { kind: 'pipeline', name: 'b', environment: keys, steps: [{ name: 'x', commands: texts }] },
    ]),
  ).pipelines;
  expect(first?.environment).toEqual(environment);
  expect(second?.environment).toEqual(keys);
  expect(second?.steps[0]?.commands).toEqual(texts);
});
