import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { convertForeignFile } from './index.ts';

const page = join(import.meta.dirname, '../../../docs/moving-from-others.md');

/** Pairs of YAML blocks: a source, and after "becomes" the pipeline without its comments. */
const examples = [
  ...readFileSync(page, 'utf8').matchAll(/```yaml\n([^`]*)```\n\nbecomes\n\n```yaml\n([^`]*)```/g),
].map(([, source = '', pipeline = '']) => ({ source, pipeline }));

it('has an example of each system', () => {
  const systems = examples.map(({ source }) => convertForeignFile(source)?.system);
  expect(systems).toEqual(['GitHub Actions', 'GitLab CI', 'CircleCI', 'Woodpecker']);
});

it.each(examples)('becomes what the page says: $source', ({ source, pipeline }) => {
  const written = convertForeignFile(source)?.pipeline.split('\n') ?? [];
  const withoutComments = written.filter((line) => !/^\s*#/.test(line)).join('\n');
  expect(withoutComments.trimStart()).toBe(pipeline);
});
