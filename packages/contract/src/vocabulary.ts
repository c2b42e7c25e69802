/** Shared constants: statuses, events, visibilities and roles. */
import { buildEvents } from '@millrace/pipeline/vocabulary';

export {
  type BuildEvent,
  buildEvents,
  type FailureCause,
  failureCauses,
  infrastructureCauses,
  type ParameterEvent,
  type ParameterType,
  parameterEvents,
  parameterTypes,
} from '@millrace/pipeline/vocabulary';

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

/** Status shown in the UI: a build status, or `inactive` for a repository without a build. */
export type DisplayStatus = Status | 'inactive';

/** Events to which a secret can be limited. */
export const secretEvents = buildEvents.filter((event) => event !== 'pull_request');

/** Priorities that the settings of a repository give to builds; stages of higher ones go first. */
export const buildPriorities = ['low', 'normal', 'high'] as const;
export type BuildPriority = (typeof buildPriorities)[number];

/** Priorities that a person gives to a build. `next` goes before all others. */
export const chosenPriorities = ['low', 'normal', 'next'] as const;

export const visibilities = ['private', 'public', 'internal'] as const;
export type Visibility = (typeof visibilities)[number];

/** Role of an account in a repository. Each role includes the preceding ones. */
export const repoRoles = ['read', 'write', 'admin'] as const;
export type RepoRole = (typeof repoRoles)[number];

/**
 * Scope of an access token. `audit` reads what auditors may read, and nothing else. `read` changes nothing, `write` has
 * the permission to write in repositories, and `admin` has all permissions of its account; each of these includes the
 * preceding ones, without `audit`.
 */
export const tokenScopes = ['audit', 'read', 'write', 'admin'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/**
 * Source of an account's role in a repository: the account owns the namespace or the organization, the forge grants it,
 * a repository admin granted it in Millrace, or it is that of a team.
 */
export const collaboratorSources = ['owner', 'forge', 'granted', 'team'] as const;
export type CollaboratorSource = (typeof collaboratorSources)[number];

/** Role of an account in an organization. Owners have all permissions in it. */
export const organizationRoles = ['member', 'owner'] as const;
export type OrganizationRole = (typeof organizationRoles)[number];

/**
 * Reason why an account lost its access: the forge rejects its token (deleted or revoked), the forge has
 * blocked it, `MILLRACE_ALLOWED` no longer includes it, it is in none of the allowed groups, or the LDAP
 * directory no longer lists it.
 */
export const accessEndReasons = [
  'revoked',
  'blocked',
  'not_allowed',
  'not_in_groups',
  'not_in_directory',
] as const;
export type AccessEndReason = (typeof accessEndReasons)[number];

/**
 * `paused`: the runner gets no new stages until it is resumed. `draining`: the same for its current processes;
 * it gets stages again after a restart.
 */
export const runnerStates = ['active', 'paused', 'draining'] as const;
export type RunnerState = (typeof runnerStates)[number];

/** State of a background job. `waiting` jobs are due later, `retried` ones have failed and are tried again. */
export const jobStates = ['due', 'waiting', 'retried', 'failed'] as const;
export type JobState = (typeof jobStates)[number];

/** Changes that the audit log records: what was changed, and how. */
export const auditActions = [
  'session.sign_in',
  'session.reject',
  'session.sign_out',
  'session.end',
  'session.end_all',
  'announcement.delete',
  'announcement.set',
  'access_token.create',
  'access_token.revoke',
  'artifact.delete',
  'artifact.delete_all',
  'artifact_limits.update',
  'badge.revoke',
  'badge.sign',
  'cache.delete',
  'cache.delete_all',
  'cache_limits.update',
  'cause.update',
  'bisection.cancel',
  'bisection.start',
  'bisection_settings.update',
  'build_access.add',
  'build_access.grant',
  'build_access.remove',
  'build_access.revoke',
  'build.cancel',
  'build.decline',
  'build.pin',
  'build.prioritize',
  'build.promote',
  'build.purge',
  'build.restart',
  'build.rollback',
  'build.start',
  'build.unpin',
  'card.delete',
  'card.set',
  'cron.create',
  'cron.delete',
  'cron.run',
  'cron.update',
  'job.drop',
  'job.retry',
  'kept_step.continue',
  'kept_step.release',
  'latest_build.remove',
  'log.delete',
  'member.remove',
  'member.set',
  'notification.create',
  'notification.delete',
  'notification.resend',
  'notification.test',
  'notification.update',
  'organization.create',
  'organization.delete',
  'organization.update',
  'organization_member.remove',
  'organization_member.set',
  'pipeline.commit',
  'protected_refs.update',
  'owner_limits.delete',
  'owner_limits.set',
  'policy.delete',
  'policy.set',
  'queue.pause',
  'queue.resume',
  'registry.create',
  'registry.delete',
  'registry.import',
  'registry.update',
  'repo.activate',
  'repo.prioritize',
  'repo.change_owner',
  'repo.deactivate',
  'repo.repair',
  'repo.update',
  'retention.delete',
  'retention.update',
  'runner.add',
  'runner.forget',
  'runner.register',
  'runner.revoke',
  'runner.set_state',
  'scim_group.create',
  'scim_group.delete',
  'scim_group.update',
  'second_factor.remove',
  'second_factor.renew_codes',
  'second_factor.set',
  'secret.create',
  'secret.delete',
  'secret.update',
  'server.import',
  'stage.approve',
  'stage.decline',
  'step.push',
  'team.create',
  'team.delete',
  'team.update',
  'team_group.add',
  'team_group.remove',
  'team_member.add',
  'team_member.remove',
  'team_repo.add',
  'team_repo.remove',
  'template.create',
  'template.delete',
  'template.update',
  'terminal.close',
  'terminal.open',
  'terminal_settings.update',
  'user.change_password',
  'user.create',
  'user.delete',
  'user.export',
  'user.read_token',
  'user.reset_password',
  'user.rotate_token',
  'user.update',
  'user.update_profile',
] as const;
export type AuditAction = (typeof auditActions)[number];

/**
 * Credential of a recorded call: the password, or the account at a forge, an OpenID Connect provider or an LDAP
 * directory, of a sign-in; the cookie of a session, the personal token, an access token, or access to the server's
 * command line. `build` for a step that pushes, `server` for its own background work, `none` for rejected sign-ins.
 */
export const auditCredentials = [
  'password',
  'forge',
  'oidc',
  'ldap',
  'session',
  'token',
  'access_token',
  'command_line',
  'build',
  'server',
  'none',
] as const;
export type AuditCredential = (typeof auditCredentials)[number];

/**
 * Reason why a terminal, or the environment of a kept step, has ended: the shell `exited`; a person `closed` or
 * `released` it, or `left` its page; its `deadline` has passed; the person lost the permission (`revoked`); the build
 * was `cancelled`; the `runner` stopped; the recording reached its `limit`; or it `failed` to open.
 */
export const terminalEnds = [
  'exited',
  'closed',
  'released',
  'left',
  'deadline',
  'revoked',
  'cancelled',
  'runner',
  'limit',
  'failed',
] as const;
export type TerminalEnd = (typeof terminalEnds)[number];

/**
 * State of a bisection. `found` named a commit, or several if those between cannot be built; `random` means that no
 * commit began the failures, and `unknown` that its runs allow no answer.
 */
export const bisectionStatuses = [
  'running',
  'found',
  'random',
  'unknown',
  'canceled',
  'failed',
] as const;
export type BisectionStatus = (typeof bisectionStatuses)[number];

/**
 * Result of a run of a bisection: the step passed, or failed as expected; it did not start because an earlier part of
 * the build failed; or the run says nothing, for example because it was canceled or failed for another reason.
 */
export const bisectionOutcomes = ['passed', 'failed', 'unbuildable', 'unclear'] as const;
export type BisectionOutcome = (typeof bisectionOutcomes)[number];

export const unfinishedStatuses: ReadonlySet<Status> = new Set([
  'pending',
  'running',
  'blocked',
  'waiting_on_dependencies',
]);

/** True once a build, stage or step is finished. */
export function isFinished(status: Status): boolean {
  return !unfinishedStatuses.has(status);
}

/** True if the build, stage or step failed by itself, not if a person ended it. */
export function hasFailed(status: Status): boolean {
  return status === 'failure' || status === 'error';
}

/** Result of a test. `error` means that something other than an assertion of the test failed. */
export const testStatuses = ['passed', 'failed', 'error', 'skipped'] as const;
export type TestStatus = (typeof testStatuses)[number];

/** Project types with a suggested pipeline file. */
export const projectKinds = ['node', 'go', 'python', 'rust', 'java', 'docker', 'plain'] as const;
export type ProjectKind = (typeof projectKinds)[number];

/** Pipeline types with a suggested pipeline file. */
export const starterTypes = ['exec', 'docker'] as const;
export type StarterType = (typeof starterTypes)[number];

/** Kinds of channels through which finished builds are announced. */
export const channelKinds = ['webhook', 'slack', 'mattermost', 'teams', 'email'] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** Builds that a person's own subscription announces: those they started or wrote, or all of chosen repositories. */
export const notificationScopes = ['own', 'chosen'] as const;
export type NotificationScope = (typeof notificationScopes)[number];

/** How builds of cron jobs are announced: one by one, or together once per period. */
export const digestPeriods = ['off', 'daily', 'weekly'] as const;
export type DigestPeriod = (typeof digestPeriods)[number];

/**
 * Finished builds that a subscription announces. `failure_and_fixed` also announces the first success after a
 * failure. Canceled builds are never announced.
 */
export const notificationRules = ['failure', 'failure_and_fixed', 'always'] as const;
export type NotificationRule = (typeof notificationRules)[number];

/**
 * State of a message. `held` messages wait for the next digest, and are `digested` when it is made. `waiting`
 * messages are sent for the first time, or again after an error.
 */
export const deliveryStatuses = ['held', 'digested', 'waiting', 'sent', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
