import { parsePipelineFile } from '@millrace/pipeline';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createStage, createStep } from '../model.ts';
import { escapeText } from './escape-text.ts';
import { writePipeline } from './write-pipeline.ts';

const part = fc.constantFrom(
  '$',
  '{',
  '}',
  '\\',
  '/',
  'a',
  ' ',
  "'",
  '"',
  '\n',
  '#',
  ':',
  '-',
  '>',
  '|',
);

it('lets every text reach the step unchanged', () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), (parts) => {
      const text = `x${parts.join('')}x`;
      const step = createStep('a');
      step.image = 'b';
      step.environment.set('TEXT', escapeText(text));
      const stage = { ...createStage('c'), steps: [step] };
      const pipeline = writePipeline({ comments: [], stages: [stage] });
      const file = parsePipelineFile(pipeline, { values: {} });
      expect(file.problems).toEqual([]);
      expect(file.pipelines[0]?.steps[0]?.environment).toMatchObject({ TEXT: text });
    }),
  );
});
