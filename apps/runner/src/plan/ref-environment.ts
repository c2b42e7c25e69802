import type { Build } from '@millrace/contract/api';
import type { Environment } from './stage-plan.ts';

const tagPattern = /^refs\/tags\/(.+)$/s;
const pullRequestPattern = /^refs\/(?:pull|pull-requests|merge-requests)\/(\d+)\//;
const semverPattern =
  /^v?(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?$/;
const calverPattern = /^v?(\d+)\.(\d+)(?:\.([^-]*)(?:-(.*))?)?$/s;

/** Returns the variables that only builds of tags and pull requests have. */
export function refEnvironment(build: Build): Environment {
  const tag = tagPattern.exec(build.ref)?.[1];
  if (tag !== undefined) {
    return { DRONE_TAG: tag, ...semverEnvironment(tag), ...calverEnvironment(tag) };
  }
  const pullRequest = pullRequestPattern.exec(build.ref)?.[1];
  if (pullRequest === undefined) return {};
  return { DRONE_PULL_REQUEST: pullRequest, DRONE_PULL_REQUEST_TITLE: build.title ?? '' };
}

function semverEnvironment(tag: string): Environment {
  const match = semverPattern.exec(tag);
  const withoutV = tag.replace(/^v/, '');
  if (!match) return { DRONE_SEMVER_ERROR: semverError(withoutV) };
  const [, major = '', minor = '', patch = '', prerelease = '', metadata = ''] = match;
  const short = `${major}.${minor}.${patch}`;
  return {
    DRONE_SEMVER: withoutV,
    DRONE_SEMVER_SHORT: short,
    DRONE_SEMVER_MAJOR: major,
    DRONE_SEMVER_MINOR: minor,
    DRONE_SEMVER_PATCH: patch,
    DRONE_SEMVER_PRERELEASE: prerelease,
    DRONE_SEMVER_BUILD: metadata,
  };
}

function semverError(version: string): string {
  const parts = version.replace(/[-+].*$/s, '').split('.');
  return parts.length === 3
    ? `${version} is not a semantic version`
    : `${version} is not in dotted-tri format`;
}

/**
 * Returns the parts of a calendar version. A tag that begins with a year is one: `2026.11` or `26.11.3-rc1`.
 */
function calverEnvironment(tag: string): Environment {
  const [, major, minor = '', micro = '', modifier = ''] = calverPattern.exec(tag) ?? [];
  if (major === undefined || !isYear(Number(major))) return {};
  const short = `${major}.${minor}${micro && `.${micro}`}`;
  return {
    DRONE_CALVER: `${short}${modifier && `-${modifier}`}`,
    DRONE_CALVER_SHORT: short,
    DRONE_CALVER_MAJOR_MINOR: `${major}.${minor}`,
    DRONE_CALVER_MAJOR: major,
    DRONE_CALVER_MINOR: minor,
    DRONE_CALVER_MICRO: micro,
    DRONE_CALVER_MODIFIER: modifier,
  };
}

function isYear(number: number): boolean {
  return (number > 18 && number < 100) || (number > 2018 && number < 9999);
}
