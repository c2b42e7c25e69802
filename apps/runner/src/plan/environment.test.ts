import type { Build } from '@millrace/contract/api';
import { buildVariables, parsePipelineFile } from '@millrace/pipeline';
import { describe, expect, it } from 'vitest';
import { makeDetails, makeStage } from '../testing/stage-fixtures.ts';
import { baseEnvironment, workspaceEnvironment } from './environment.ts';
import { netrcEnvironment } from './netrc-environment.ts';
import { statusEnvironment } from './status-environment.ts';

function environmentOf(build: Partial<Build>) {
  return baseEnvironment({
    details: makeDetails({ build }),
    machine: 'host',
    startedAtSec: 1_700_000_020,
  });
}

describe('baseEnvironment', () => {
  it('describes system, repository, commit, build and stage', () => {
    expect(environmentOf({ deploy_to: 'production', parent: 6 })).toMatchInlineSnapshot(`
      {
        "CI": "true",
        "CI_BUILD_CREATED": "1700000005",
        "CI_BUILD_EVENT": "push",
        "CI_BUILD_FINISHED": "0",
        "CI_BUILD_LINK": "https://git.example.com/octocat/hello/commit/c0ffee",
        "CI_BUILD_NUMBER": "7",
        "CI_BUILD_STARTED": "1700000010",
        "CI_BUILD_STATUS": "running",
        "CI_BUILD_TARGET": "production",
        "CI_COMMIT_AUTHOR": "ada",
        "CI_COMMIT_AUTHOR_AVATAR": "https://example.com/ada.png",
        "CI_COMMIT_AUTHOR_EMAIL": "ada@example.com",
        "CI_COMMIT_AUTHOR_NAME": "Ada Lovelace",
        "CI_COMMIT_BRANCH": "main",
        "CI_COMMIT_MESSAGE": "Say hello",
        "CI_COMMIT_REF": "refs/heads/main",
        "CI_COMMIT_SHA": "c0ffee00",
        "CI_PARENT_BUILD_NUMBER": "6",
        "CI_REMOTE_URL": "https://git.example.com/octocat/hello.git",
        "CI_REPO": "octocat/hello",
        "CI_REPO_LINK": "https://git.example.com/octocat/hello",
        "CI_REPO_NAME": "octocat/hello",
        "CI_REPO_PRIVATE": "false",
        "CI_REPO_REMOTE": "https://git.example.com/octocat/hello.git",
        "DRONE": "true",
        "DRONE_BRANCH": "main",
        "DRONE_BUILD_CREATED": "1700000005",
        "DRONE_BUILD_DEBUG": "false",
        "DRONE_BUILD_EVENT": "push",
        "DRONE_BUILD_FINISHED": "1700000020",
        "DRONE_BUILD_LINK": "https://ci.example.com/octocat/hello/7",
        "DRONE_BUILD_NUMBER": "7",
        "DRONE_BUILD_PARENT": "6",
        "DRONE_BUILD_SENDER": "ada",
        "DRONE_BUILD_STARTED": "1700000010",
        "DRONE_BUILD_TRIGGER": "@hook",
        "DRONE_CARD_PATH": "/dev/stdout",
        "DRONE_COMMIT": "c0ffee00",
        "DRONE_COMMIT_AFTER": "c0ffee00",
        "DRONE_COMMIT_AUTHOR": "ada",
        "DRONE_COMMIT_AUTHOR_AVATAR": "https://example.com/ada.png",
        "DRONE_COMMIT_AUTHOR_EMAIL": "ada@example.com",
        "DRONE_COMMIT_AUTHOR_NAME": "Ada Lovelace",
        "DRONE_COMMIT_BEFORE": "badc0de0",
        "DRONE_COMMIT_BRANCH": "main",
        "DRONE_COMMIT_LINK": "https://git.example.com/octocat/hello/commit/c0ffee",
        "DRONE_COMMIT_MESSAGE": "Say hello",
        "DRONE_COMMIT_REF": "refs/heads/main",
        "DRONE_COMMIT_SHA": "c0ffee00",
        "DRONE_DEPLOY_ID": "0",
        "DRONE_DEPLOY_TO": "production",
        "DRONE_GIT_HTTP_URL": "https://git.example.com/octocat/hello.git",
        "DRONE_GIT_SSH_URL": "git@git.example.com:octocat/hello.git",
        "DRONE_REMOTE_URL": "https://git.example.com/octocat/hello.git",
        "DRONE_REPO": "octocat/hello",
        "DRONE_REPO_BRANCH": "main",
        "DRONE_REPO_LINK": "https://git.example.com/octocat/hello",
        "DRONE_REPO_NAME": "hello",
        "DRONE_REPO_NAMESPACE": "octocat",
        "DRONE_REPO_OWNER": "octocat",
        "DRONE_REPO_PRIVATE": "false",
        "DRONE_REPO_SCM": "git",
        "DRONE_REPO_TRUSTED": "false",
        "DRONE_REPO_VISIBILITY": "public",
        "DRONE_RUNNER_HOST": "host",
        "DRONE_RUNNER_HOSTNAME": "host",
        "DRONE_SOURCE_BRANCH": "main",
        "DRONE_STAGE_ARCH": "amd64",
        "DRONE_STAGE_FINISHED": "1700000020",
        "DRONE_STAGE_KIND": "pipeline",
        "DRONE_STAGE_MACHINE": "host",
        "DRONE_STAGE_NAME": "default",
        "DRONE_STAGE_NUMBER": "1",
        "DRONE_STAGE_OS": "linux",
        "DRONE_STAGE_STARTED": "1700000020",
        "DRONE_STAGE_TYPE": "exec",
        "DRONE_STAGE_VERSION": "1",
        "DRONE_SYSTEM_HOST": "ci.example.com",
        "DRONE_SYSTEM_HOSTNAME": "ci.example.com",
        "DRONE_SYSTEM_PROTO": "https",
        "DRONE_SYSTEM_VERSION": "0.1.0",
        "DRONE_TARGET_BRANCH": "main",
        "GIT_AUTHOR_EMAIL": "ada@example.com",
        "GIT_AUTHOR_NAME": "Ada Lovelace",
        "GIT_COMMITTER_EMAIL": "ada@example.com",
        "GIT_COMMITTER_NAME": "Ada Lovelace",
        "GIT_TERMINAL_PROMPT": "0",
      }
    `);
  });

  it.each<[string, Partial<Build>, Record<string, string>]>([
    [
      'a version tag',
      { ref: 'refs/tags/v1.2.3-rc.1+5' },
      {
        DRONE_TAG: 'v1.2.3-rc.1+5',
        DRONE_SEMVER: '1.2.3-rc.1+5',
        DRONE_SEMVER_SHORT: '1.2.3',
        DRONE_SEMVER_MAJOR: '1',
        DRONE_SEMVER_MINOR: '2',
        DRONE_SEMVER_PATCH: '3',
        DRONE_SEMVER_PRERELEASE: 'rc.1',
        DRONE_SEMVER_BUILD: '5',
      },
    ],
    [
      'a calendar version',
      { ref: 'refs/tags/v2026.11.3-rc1' },
      {
        DRONE_CALVER: '2026.11.3-rc1',
        DRONE_CALVER_SHORT: '2026.11.3',
        DRONE_CALVER_MAJOR_MINOR: '2026.11',
        DRONE_CALVER_MAJOR: '2026',
        DRONE_CALVER_MINOR: '11',
        DRONE_CALVER_MICRO: '3',
        DRONE_CALVER_MODIFIER: 'rc1',
      },
    ],
    ['a year and a month', { ref: 'refs/tags/26.04' }, { DRONE_CALVER: '26.04' }],
    [
      'a tag that is no version',
      { ref: 'refs/tags/latest' },
      { DRONE_SEMVER_ERROR: 'latest is not in dotted-tri format' },
    ],
    [
      'a build without an author',
      { author_name: '', author_email: '' },
      { GIT_AUTHOR_NAME: 'drone', GIT_COMMITTER_EMAIL: 'noreply@drone' },
    ],
    ['a pull request', { ref: 'refs/pull/12/head' }, { DRONE_PULL_REQUEST: '12' }],
    ['a merge request', { ref: 'refs/merge-requests/3/head' }, { DRONE_PULL_REQUEST: '3' }],
    ['a cron job', { cron: 'nightly' }, { DRONE_CRON: 'nightly' }],
    ['a debugged build', { debug: true }, { DRONE_BUILD_DEBUG: 'true' }],
  ])('describes %s', (_, build, expected) => {
    expect(environmentOf(build)).toMatchObject(expected);
  });

  it('has no tag variables for other tags and branches', () => {
    expect(environmentOf({ ref: 'refs/tags/latest' })).not.toHaveProperty('DRONE_SEMVER');
    expect(environmentOf({ ref: 'refs/tags/1.2.3' })).not.toHaveProperty('DRONE_CALVER');
    expect(environmentOf({})).not.toHaveProperty('DRONE_TAG');
  });

  it.each(['DRONE_DEPLOY_TO', 'CI_BUILD_TARGET', 'DRONE_CRON', 'DRONE_BUILD_ACTION'])(
    'does not set %s without a value',
    (name) => {
      expect(environmentOf({})).not.toHaveProperty(name);
    },
  );
});

it('has only names that the checks of pipeline files know', () => {
  const builds: Partial<Build>[] = [
    { ref: 'refs/tags/v1.2.3-rc1+5', deploy_to: 'x', cron: 'x', debug: true, parent: 1 },
    { ref: 'refs/tags/2026.11.3-rc1' },
    { ref: 'refs/tags/x' },
    { ref: 'refs/pull/1/head', title: 'x', action: 'opened' },
  ];
  const [pipeline] = parsePipelineFile('kind: pipeline\nworkspace: { path: x }\n').pipelines;
  if (!pipeline) throw new Error('no pipeline');
  const details = makeDetails({
    build: { status: 'success' },
    stage: { variant: 'v8', depends_on: ['x'] },
    netrc: { machine: 'x', login: 'y', password: 'z' },
  });
  const failed = [makeStage({ name: 'a', status: 'failure' })];
  const names = Object.keys({
    ...Object.assign({}, ...builds.map(environmentOf)),
    ...baseEnvironment({ details, machine: 'x', startedAtSec: 1 }),
    ...workspaceEnvironment('/drone/src', pipeline),
    ...netrcEnvironment(details),
    ...statusEnvironment(failed, 'b', ['c']),
    DRONE_STEP_NAME: '',
    DRONE_STEP_NUMBER: '',
    DRONE_OUTPUT: '',
    DRONE_OUTPUT_SECRET: '',
  }).filter((name) => /^(?:DRONE|CI)_/.test(name));
  expect(names.sort()).toEqual([...buildVariables].sort());
});

describe('statusEnvironment', () => {
  const other = makeStage({ name: 'other', status: 'failure' });
  it.each([
    ['no failure', [], [], 'success', 'success'],
    ['a failed step', [], ['test'], 'failure', 'failure'],
    ['a failed stage', [other], [], 'failure', 'success'],
    ['a stage with an ignored failure', [{ ...other, errignore: true }], [], 'success', 'success'],
  ])('%s', (_, stages, failedSteps, build, stage) => {
    expect(statusEnvironment(stages, 'default', failedSteps)).toMatchObject({
      DRONE_BUILD_STATUS: build,
      DRONE_STAGE_STATUS: stage,
    });
  });
});
