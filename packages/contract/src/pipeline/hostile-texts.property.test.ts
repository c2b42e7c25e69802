import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertLegacyFile } from './legacy/convert-legacy.ts';
import { parsePipelineFile } from './parse-pipeline-file.ts';
import { findTemplateDocuments } from './template-documents.ts';
import { writeDocuments } from './yaml/write-documents.ts';

const heads = [
  ...['', 'kind: template\n', 'kind: template\nload: a.yaml\ndata:\n', 'kind: pipeline\n'],
  ...['kind: pipeline\nsteps:\n- name: a\n', 'pipeline:\n  a:\n    image: b\n'],
];
const pieces = [
  ...['\n', '\n', '\n', '\r\n', '\t', ' ', '  ', '    ', '---\n', '...\n', '# c', '\ufeff'],
  ...[
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
  ],
  ...['<<', '<<: ', '<<: 5', '<<: [*x, *a]', '<<: *x', '"<<": 1', '&x', '&x ', '&a', '*a', '*x'],
  ...['!!str ', '!!merge ', '!!binary ', '!!set ', '!!omap ', '!!pairs ', '!!map ', '!!seq '],
  ...['!!timestamp ', '!!float 1', '!!int x', '!!null x', '!a ', '!<a> ', '%YAML 1.1\n'],
  ...['a', 'a: b', 'a:\n', '5', '~', 'null', '.inf', '1:2:3', '2024-01-01', '=', '@', '`'],
  ...['\u0000', '\u0085', '\u2028', '\ud800', '\ue000', '\ue0000\ue001', '\ue002', '"\\u12"'],
  ...['__proto__', 'constructor', '${A:-', '${A/', '${B}', '$${', '\\\\'],
  ...['pipeline:', 'steps:', 'services:', 'matrix:', 'when:', 'include:', 'secrets:', 'data:'],
  ...['environment:', 'settings:', 'branches:', 'volumes:', 'clone:', 'kind: template\n'],
];
const hostileText = fc
  .tuple(fc.constantFrom(...heads), fc.array(fc.constantFrom(...pieces), { maxLength: 16 }))
  .map(([head, rest]) => head + rest.join(''));

describe('hostile texts', () => {
  it('templates are found without an exception, in order, within the text', () => {
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
      { numRuns: 5000 },
    );
  });

  it('the text is parsed and converted without an exception', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        for (const options of [{}, { values: { A: 'x: "', B: '- <<' } }]) {
          expect(parsePipelineFile(text, options).problems).toBeInstanceOf(Array);
        }
        expect(typeof (convertLegacyFile(text) ?? '')).toBe('string');
      }),
      { numRuns: 5000 },
    );
  });

  it.each(['? ', '- ', '[', '{a: ', '{? '])('%j may occur 20,000 times', (piece) => {
    for (const head of heads) {
      const text = head + piece.repeat(20_000);
      expect(findTemplateDocuments(text).every(({ error }) => error !== '')).toBe(true);
      expect(convertLegacyFile(text)).toBeUndefined();
      expect(parsePipelineFile(text).problems).not.toEqual([]);
    }
  });
});

it('any data is written as YAML that parses as one document with the same keys', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
      const settings = JSON.parse(JSON.stringify(data));
      const text = writeDocuments([{ kind: 'pipeline', steps: [{ name: 'a', settings }] }]);
      const [pipeline, second] = parsePipelineFile(text).pipelines;
      expect(second).toBeUndefined();
      expect(Object.keys(pipeline?.steps[0]?.settings ?? {}).sort()).toEqual(
        Object.keys(settings).sort(),
      );
    }),
    { numRuns: 1000 },
  );
});
