import type { Build } from '@millrace/contract/api';
import type { Environment } from './stage-plan.ts';

const tagPattern = /^refs\/tags\/(.+)$/s;
const pullRequestPattern = /^refs\/(?:pull|pull-requests|merge-requests)\/(\d+)\//;
const semverPattern =
  /^v?(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?$/;

/** Variables that only a tag's or a pull request's build has. */
export function refEnvironment(build: Build): Environment {
  const tag = tagPattern.exec(build.ref)?.[1];
  if (tag !== undefined) return { DRONE_TAG: tag, ...semverEnvironment(tag) };
  const pullRequest = pullRequestPattern.exec(build.ref)?.[1];
  if (pullRequest === undefined) return {};
  return { DRONE_PULL_REQUEST: pullRequest, DRONE_PULL_REQUEST_TITLE: build.title ?? '' };
}

function semverEnvironment(tag: string): Environment {
  const match = semverPattern.exec(tag);
  if (!match) return {};
  const [, major = '', minor = '', patch = '', prerelease = '', metadata = ''] = match;
  const short = `${major}.${minor}.${patch}`;
  return {
    DRONE_SEMVER: tag.replace(/^v/, ''),
    DRONE_SEMVER_SHORT: short,
    DRONE_SEMVER_MAJOR: major,
    DRONE_SEMVER_MINOR: minor,
    DRONE_SEMVER_PATCH: patch,
    DRONE_SEMVER_PRERELEASE: prerelease,
    DRONE_SEMVER_BUILD: metadata,
  };
}
