import { parsePipelineFile } from '@millrace/pipeline';
import { expect, it } from 'vitest';
import { convertForeignFile } from './convert-foreign-file.ts';

const convert = (path: string, text: string) => {
  const { pipeline = '', notes = [] } = convertForeignFile(text, { path }) ?? {};
  expect(parsePipelineFile(pipeline).problems).toEqual([]);
  return { pipeline, notes: notes.map(({ message }) => message) };
};

const job = 'test:\n  image: alpine\n  script: [ls]\n';

it('writes rules of GitLab with several conditions as groups', () => {
  const rules = `  rules:
    - if: $CI_COMMIT_BRANCH == "main" && $CI_PIPELINE_SOURCE == "schedule"
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
      changes: [src/**]
    - if: $CI_COMMIT_TAG
`;
  const { pipeline, notes } = convert('.gitlab-ci.yml', `${job}${rules}`);
  expect(notes).toEqual([]);
  expect(pipeline).toContain(`trigger:
  - event:
      - cron
    ref:
      - refs/heads/main
  - ref:
      - refs/pull/**
      - refs/merge-requests/**
    paths:
      - src/**
  - ref:
      - refs/tags/**
`);
});

it('keeps the conditions of a manual job of GitLab', () => {
  const rules = `  rules:
    - if: $CI_COMMIT_BRANCH == "main" && $CI_PIPELINE_SOURCE == "schedule"
      when: manual
    - if: $CI_COMMIT_TAG
      when: manual
`;
  const { pipeline, notes } = convert('.gitlab-ci.yml', `${job}${rules}`);
  expect(notes).toEqual([]);
  expect(pipeline).toContain(
    'trigger:\n  - event:\n      - cron\n    ref:\n      - refs/heads/main\n  - ref:\n      - refs/tags/**\nmanual: true\n',
  );
});

it.each([
  ['when: manual', 'manual: true\nfailure: ignore\n'],
  ['when: manual\n  allow_failure: false', 'manual: true\nsteps:'],
  ['rules: [{ when: manual }]', 'manual: true\nsteps:'],
  ['rules: [{ when: manual }]\n  allow_failure: true', 'manual: true\nfailure: ignore\n'],
])('writes whether a build of GitLab goes on without a job: %s', (keys, expected) => {
  const { pipeline, notes } = convert('.gitlab-ci.yml', `${job}  ${keys}\n`);
  expect(notes).toEqual([]);
  expect(pipeline).toContain(expected);
});

it('comments a job of GitLab that only some rules make manual', () => {
  const rules = '  rules: [{ if: $CI_COMMIT_TAG, when: manual }, { if: $CI_COMMIT_BRANCH }]\n';
  const { pipeline, notes } = convert('.gitlab-ci.yml', `${job}${rules}`);
  expect(notes).toEqual([expect.stringContaining('Some rules start this job by itself')]);
  expect(pipeline).toContain('manual: true\n');
});

it('comments a rule that includes one condition twice', () => {
  const rules = `  rules:
    - if: $CI_COMMIT_BRANCH == "main" && $CI_COMMIT_TAG
    - if: $CI_PIPELINE_SOURCE == "schedule"
`;
  const { pipeline, notes } = convert('.gitlab-ci.yml', `${job}${rules}`);
  expect(notes).toEqual([expect.stringContaining('because a group has one list')]);
  expect(pipeline).toContain('trigger:\n  - event:\n      - cron\n');
});

it('writes alternatives of Woodpecker as groups', () => {
  const text = `steps:
  - name: notify
    image: alpine
    commands: [ls]
    when:
      - event: tag
      - branch: main
        status: [success, failure]
`;
  const { pipeline, notes } = convert('.woodpecker.yml', text);
  expect(notes).toEqual([]);
  expect(pipeline).toContain(`when:
      - event:
          - tag
      - branch:
          - main
        status:
          - success
          - failure
`);
});
