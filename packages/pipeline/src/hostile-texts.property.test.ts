import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertLegacyFile } from './legacy/convert-legacy.ts';
import { parsePipelineFile } from './parse-pipeline-file.ts';
import { findTemplateDocuments } from './template-documents.ts';
import { checkParsing, checkTemplates, hostileHeads } from './testing/hostile-texts.ts';
import { writeDocuments } from './yaml/write-documents.ts';

describe('hostile texts', () => {
  it('templates are found without an exception, in order, within the text', () => {
    checkTemplates(500);
  });

  it('the text is parsed and converted without an exception', () => {
    checkParsing(500);
  });

  it.each(['? ', '- ', '[', '{a: ', '{? '])('%j may occur 20,000 times', (piece) => {
    for (const head of hostileHeads) {
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
    { numRuns: 100 },
  );
});
