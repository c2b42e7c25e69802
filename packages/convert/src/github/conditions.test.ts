import { parsePipelineFile } from '@millrace/pipeline';
import { expect, it } from 'vitest';
import { convertForeignFile } from '../convert-foreign-file.ts';

const convert = (condition: string) => {
  const text = `on: push
jobs:
  test:
    runs-on: ubuntu-latest
    strategy: { matrix: { python-version: ['3.12', '3.13'] } }
    steps:
      - { run: make }
      - { run: make more, if: ${JSON.stringify(condition)} }
`;
  const { pipeline = '', notes = [] } =
    convertForeignFile(text, { path: '.github/workflows/a.yml' }) ?? {};
  const { pipelines, problems } = parsePipelineFile(pipeline);
  const when = pipelines[0]?.steps.at(-1)?.when[0] ?? {};
  return { when, problems, notes: notes.map(({ message }) => message) };
};

it.each([
  ["matrix.python-version == '3.13'", { matrix: { PYTHON_VERSION: { include: ['3.13'] } } }],
  ["inputs.region != 'eu'", { parameters: { REGION: { exclude: ['eu'] } } }],
  ['inputs.dry-run', { parameters: { DRY_RUN: { exclude: ['', 'false', '0'] } } }],
  ['!github.event.inputs.dry-run', { parameters: { DRY_RUN: { include: ['', 'false', '0'] } } }],
  ["steps.diff.outputs.docs == 'true'", { outputs: { docs: { include: ['true'] } } }],
  ["github.actor != 'dependabot[bot]'", {}],
  ["github.actor != 'renovate'", { sender: { exclude: ['renovate'] } }],
  ["startsWith(github.head_ref, 'release/')", { source_branch: { include: ['release/**'] } }],
  ["github.repository_owner == 'acme'", { repo: { include: ['acme/*'] } }],
  [
    'github.event.pull_request.head.repo.full_name == github.repository',
    { fork: { include: ['false'] } },
  ],
  ["runner.os == 'Linux' && github.event.action == 'opened'", { action: { include: ['opened'] } }],
])('carries over if: %s', (condition, expected) => {
  const { when, problems, notes } = convert(condition);
  expect(problems).toEqual([]);
  expect(when).toMatchObject(expected);
  const isCarried = Object.keys(expected).length > 0;
  expect(notes.some((note) => note.includes('so it does not limit this'))).toBe(!isCarried);
});
