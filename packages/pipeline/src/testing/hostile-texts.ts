import fc from 'fast-check';
import { expect } from 'vitest';
import { convertLegacyFile } from '../legacy/convert-legacy.ts';
import { parsePipelineFile } from '../parse-pipeline-file.ts';
import { findTemplateDocuments } from '../template-documents.ts';

export const hostileHeads = [
  '',
  'kind: template\n',
  'kind: template\nload: a.yaml\ndata:\n',
  'kind: pipeline\n',
  'kind: pipeline\nsteps:\n- name: a\n',
  'pipeline:\n  a:\n    image: b\n',
];
const pieces = [
  '\n',
  '\n',
  '\n',
  '\r\n',
  '\t',
  ' ',
  '  ',
  '    ',
  '---\n',
  '...\n',
  '# c',
  '\ufeff',
  '- ',
  '? ',
  ': ',
  '? [a]\n: b',
  '{',
  '}',
  '[',
  ']',
  ',',
  '|',
  '>',
  '|2-\n',
  '|+1\n',
  '"',
  "'",
  '<<',
  '<<: ',
  '<<: 5',
  '<<: [*x, *a]',
  '<<: *x',
  '"<<": 1',
  '&x',
  '&x ',
  '&a',
  '*a',
  '*x',
  '!!str ',
  '!!merge ',
  '!!binary ',
  '!!set ',
  '!!omap ',
  '!!pairs ',
  '!!map ',
  '!!seq ',
  '!!timestamp ',
  '!!float 1',
  '!!int x',
  '!!null x',
  '!a ',
  '!<a> ',
  '%YAML 1.1\n',
  'a',
  'a: b',
  'a:\n',
  '5',
  '~',
  'null',
  '.inf',
  '1:2:3',
  '2024-01-01',
  '=',
  '@',
  '`',
  '\u0000',
  '\u0085',
  '\u2028',
  '\ud800',
  '\ue000',
  '\ue0000\ue001',
  '\ue002',
  '"\\u12"',
  '__proto__',
  'constructor',
  '${A:-',
  '${A/',
  '${B}',
  '$${',
  '\\\\',
  'pipeline:',
  'steps:',
  'services:',
  'matrix:',
  'when:',
  'include:',
  'secrets:',
  'data:',
  'environment:',
  'settings:',
  'branches:',
  'volumes:',
  'clone:',
  'kind: template\n',
];
const hostileText = fc
  .tuple(fc.constantFrom(...hostileHeads), fc.array(fc.constantFrom(...pieces), { maxLength: 16 }))
  .map(([head, rest]) => head + rest.join(''));

/** Expects that templates of random texts are found without an exception, in order, within the text. */
export function checkTemplates(numRuns: number): void {
  fc.assert(
    fc.property(hostileText, (text) => {
      let at = 0;
      for (const { line, start, end } of findTemplateDocuments(text)) {
        expect(start).toBeGreaterThanOrEqual(at);
        expect(line).toBeGreaterThan(0);
        at = end;
      }
      expect(at).toBeLessThanOrEqual(text.length);
    }),
    { numRuns },
  );
}

/** Expects that random texts are parsed and converted without an exception. */
export function checkParsing(numRuns: number): void {
  fc.assert(
    fc.property(hostileText, (text) => {
      for (const options of [{}, { values: { A: 'x: "', B: '- <<' } }]) {
        expect(parsePipelineFile(text, options).problems).toBeInstanceOf(Array);
      }
      expect(typeof (convertLegacyFile(text) ?? '')).toBe('string');
    }),
    { numRuns },
  );
}
