import { expect, it } from 'vitest';
import { parsePipelineFile } from './parse-pipeline-file.ts';

it.each([
  ['', ''],
  ['manual: true', 'write'],
  ['manual: false', ''],
  ['manual:', ''],
  ['manual: {}', 'write'],
  ['manual: { permission: write }', 'write'],
  ['manual: { permission: admin }', 'admin'],
  ['matrix: { WHO: [admin] }\nmanual: { permission: "${WHO}" }', 'admin'],
  ['type: ssh\nmanual: true', 'write'],
])('reads "%s" as "%s"', (text, manual) => {
  const { pipelines, problems } = parsePipelineFile(
    `kind: pipeline\nname: deploy\n${text}\nsteps: [{ name: a, image: b }]\n`,
  );
  expect(problems).toEqual([]);
  expect(pipelines[0]?.manual).toBe(manual);
});
