import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePipelineFile } from '@millrace/pipeline';
import { describe, expect, it } from 'vitest';
import { isMap, parseDocument, visit } from 'yaml';
import { convertForeignFile } from './index.ts';

const examples = join(import.meta.dirname, '../examples');
const paths = {
  github: '.github/workflows/ci.yml',
  gitlab: '.gitlab-ci.yml',
  circleci: '.circleci/config.yml',
  woodpecker: '.woodpecker/ci.yml',
};

const cases = Object.entries(paths).flatMap(([system, path]) =>
  readdirSync(join(examples, system))
    .filter((file) => !file.includes('.expected.'))
    .map((file) => ({ file: join(examples, system, file), path })),
);

function convert(text: string, path: string) {
  const converted = convertForeignFile(text, { path });
  if (!converted) throw new Error(`${path} is not converted`);
  return converted;
}

describe.each(cases)('$file', ({ file, path }) => {
  const text = readFileSync(file, 'utf8');

  it('becomes the expected pipeline', async () => {
    const { pipeline } = convert(text, path);
    await expect(pipeline).toMatchFileSnapshot(file.replace('.yml', '.expected.yml'));
  });

  it('becomes a pipeline file without errors and warnings', () => {
    const { pipelines, problems } = parsePipelineFile(convert(text, path).pipeline);
    expect(problems).toEqual([]);
    expect(pipelines.length).toBeGreaterThan(0);
  });

  it('is recognized by its content', () => {
    const isOldFormat = /^pipeline:/m.test(text);
    expect(convertForeignFile(text)?.system).toBe(
      isOldFormat ? undefined : convert(text, path).system,
    );
  });

  it('has a comment for each note', () => {
    const { pipeline, notes } = convert(text, path);
    const lines = pipeline.split('\n').map((line) => line.trim());
    for (const { line, message } of notes) {
      expect(line).toBeLessThanOrEqual(text.split('\n').length);
      expect(lines).toContain(`# ${message.replaceAll(/\s+/g, ' ')}`);
    }
  });

  it('leaves out no key without a comment', () => {
    for (let index = 0; ; index++) {
      const changed = addUnknownKey(text, index);
      if (changed === undefined) break;
      const { pipeline } = convert(changed.text, path);
      expect(pipeline, `the map at ${changed.place}`).toMatch(/unknown-(?:key|value)|UNKNOWN_KEY/);
    }
  });
});

/** Adds an unknown key to the map of a number; undefined if there are fewer maps. */
function addUnknownKey(text: string, number: number): { text: string; place: string } | undefined {
  const document = parseDocument(text, { merge: true });
  let at = 0;
  let place: string | undefined;
  visit(document, {
    Map(_, map, parents) {
      if (at++ !== number) return undefined;
      place = `${text.slice(map.range?.[0]).split('\n')[0]} (${parents.length} levels)`;
      if (isMap(map)) map.set('unknown-key', 'unknown-value');
      return visit.BREAK;
    },
  });
  return place === undefined ? undefined : { text: document.toString({ lineWidth: 0 }), place };
}
