import { parsePipelineFile } from '@millrace/pipeline';
import { expect, it } from 'vitest';
import { convertForeignFile } from '../convert-foreign-file.ts';

const convert = (persist: string, attach: string, folder = '~/project') => {
  const text = `version: 2.1
jobs:
  build:
    working_directory: ${folder}
    docker: [{ image: 'cimg/base:2025.01' }]
    steps:
      - checkout
      - run: make
      - persist_to_workspace: ${persist}
  test:
    working_directory: ${folder}
    docker: [{ image: 'cimg/base:2025.01' }]
    steps:
      - attach_workspace: ${attach}
      - run: make test
workflows:
  all: { jobs: [build, { test: { requires: [build] } }] }
`;
  const { pipeline = '', notes = [] } =
    convertForeignFile(text, { path: '.circleci/config.yml' }) ?? {};
  const { pipelines, problems } = parsePipelineFile(pipeline);
  expect(problems).toEqual([]);
  const [build, test] = pipelines;
  return {
    artifacts: build?.steps.flatMap(({ files }) => files.artifact),
    from: test?.artifactsFrom.map(({ pipeline: source }) => source),
    notes: notes.map(({ message }) => message).filter((note) => note.startsWith('Not converted')),
  };
};

it.each([
  ['{ root: ., paths: [dist, ./out] }', '{ at: . }', '~/project', ['dist', 'out']],
  ['{ root: ~/project, paths: [dist] }', '{ at: ~/project/ }', '~/project', ['dist']],
  ['{ root: /go/src/app, paths: [bin] }', '{ at: . }', '/go/src/app', ['bin']],
  ['{ root: build, paths: [a] }', '{ at: build }', '~/project', ['build/a']],
])('passes on the workspace %s to %s', (persist, attach, folder, artifacts) => {
  expect(convert(persist, attach, folder)).toEqual({ artifacts, from: ['build'], notes: [] });
});

it.each([
  ['{ root: /tmp/workspace, paths: [dist] }', '{ at: /tmp/workspace }'],
  ['{ root: ., paths: [.] }', '{ at: . }'],
  ['{ root: build, paths: [a] }', '{ at: other }'],
])('comments on the workspace %s for %s', (persist, attach) => {
  const { from, notes } = convert(persist, attach);
  expect(from).toEqual([]);
  expect(notes.length).toBeGreaterThan(0);
});
