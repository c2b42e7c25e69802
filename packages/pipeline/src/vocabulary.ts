/** Words of pipeline files that name facts of builds. */

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

/** Required type of a build parameter's value. */
export const parameterTypes = ['string', 'choice', 'boolean', 'number'] as const;
export type ParameterType = (typeof parameterTypes)[number];

/** Events of builds that people start. These builds have the declared parameters. */
export const parameterEvents = ['custom', 'promote', 'rollback'] as const;
export type ParameterEvent = (typeof parameterEvents)[number];

/**
 * Cause of a failure that is not the code: `runner` was lost or stopped, the `image` could not be pulled, its
 * `disk` is full, or the time of the stage was over.
 */
export const failureCauses = ['runner', 'image', 'disk', 'timeout'] as const;
export type FailureCause = (typeof failureCauses)[number];

/** Permission for a repository that a person needs to start a stage. */
export const manualPermissions = ['write', 'admin'] as const;
export type ManualPermission = (typeof manualPermissions)[number];

/** Causes for which neither the code nor its author is responsible. */
export const infrastructureCauses: readonly FailureCause[] = ['runner', 'image', 'disk'];

/** Causes for which a pipeline can be retried. `failure` is any failure without another cause. */
export const retryCauses = [...failureCauses, 'failure'] as const;
export type RetryCause = (typeof retryCauses)[number];

/**
 * Purpose of a file collected from a step: stored as artifact, read as test report, or shown as summary.
 */
export const fileKinds = ['artifact', 'junit', 'summary'] as const;
export type FileKind = (typeof fileKinds)[number];

/** Results of a step after which its artifacts are stored. */
export const artifactTimes = ['always', 'success', 'failure'] as const;
export type ArtifactTime = (typeof artifactTimes)[number];

/** Extensions of the files that become pipeline files: scripts and templates. */
export const templateExtensions = [
  '.yaml',
  '.yml',
  '.jsonnet',
  '.starlark',
  '.star',
  '.script',
] as const;
