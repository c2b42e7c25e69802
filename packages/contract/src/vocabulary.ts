/** The words of the product, once: statuses, events, visibilities and roles. */

export const statuses = [
  'success',
  'running',
  'pending',
  'failure',
  'error',
  'killed',
  'declined',
  'skipped',
  'blocked',
  'waiting_on_dependencies',
] as const;
/** Status of a build, a stage or a step. */
export type Status = (typeof statuses)[number];

/** What an interface shows: a status, or `inactive` for a repository without a build. */
export type DisplayStatus = Status | 'inactive';

export const buildEvents = [
  'push',
  'pull_request',
  'tag',
  'promote',
  'rollback',
  'cron',
  'custom',
] as const;
export type BuildEvent = (typeof buildEvents)[number];

export const visibilities = ['private', 'public', 'internal'] as const;
export type Visibility = (typeof visibilities)[number];

/** What an account may do in a repository; each role includes the ones before it. */
export const repoRoles = ['read', 'write', 'admin'] as const;
export type RepoRole = (typeof repoRoles)[number];

/**
 * Where the rights of an account in a repository come from: it owns the namespace, the forge says so, or an
 * administrator of the repository gave them here.
 */
export const collaboratorSources = ['owner', 'forge', 'granted'] as const;
export type CollaboratorSource = (typeof collaboratorSources)[number];

/**
 * Why the rights of an account end: the forge refuses its token (deleted, or access revoked), the forge has
 * blocked it, or `MILLRACE_ALLOWED` no longer includes it.
 */
export const accessEndReasons = ['revoked', 'blocked', 'not_allowed'] as const;
export type AccessEndReason = (typeof accessEndReasons)[number];

const unfinishedStatuses: ReadonlySet<Status> = new Set([
  'pending',
  'running',
  'blocked',
  'waiting_on_dependencies',
]);

/** True once a build, stage or step can no longer change by itself. */
export function isFinished(status: Status): boolean {
  return !unfinishedStatuses.has(status);
}

/** True for what went wrong by itself, and was not ended by somebody. */
export function hasFailed(status: Status): boolean {
  return status === 'failure' || status === 'error';
}

/** What the value of a parameter of builds has to be. */
export const parameterTypes = ['string', 'choice', 'boolean', 'number'] as const;
export type ParameterType = (typeof parameterTypes)[number];

/** Events of builds that people start and may give parameters. */
export const parameterEvents = ['custom', 'promote', 'rollback'] as const;
export type ParameterEvent = (typeof parameterEvents)[number];

/** How a test ended: `error` where it was not the test that said so. */
export const testStatuses = ['passed', 'failed', 'error', 'skipped'] as const;
export type TestStatus = (typeof testStatuses)[number];

/** Kinds of projects that the server suggests pipeline files for. */
export const projectKinds = ['node', 'go', 'python', 'rust', 'java', 'docker', 'plain'] as const;
export type ProjectKind = (typeof projectKinds)[number];

/** Types of pipelines that the server suggests. */
export const starterTypes = ['exec', 'docker'] as const;
export type StarterType = (typeof starterTypes)[number];
