import { join } from 'node:path';
import { parsePipelineFile } from '@millrace/pipeline';
import { describe, expect, it } from 'vitest';
import { root } from '../support/program.ts';
import { readExamples } from './examples.ts';

describe.each(['docs/pipelines.md', 'docs/runners.md', 'README.md'])('%s', (page) => {
  const examples = readExamples(join(root, page));

  it('has examples', () => {
    expect(examples.length).toBeGreaterThan(0);
  });

  it.each(examples)('finds no problems in the example at line $line', ({ text }) => {
    expect(parsePipelineFile(text).problems).toEqual([]);
  });
});
