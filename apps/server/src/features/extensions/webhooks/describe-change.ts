import type { Repo } from '../../../domain/repo.ts';
import type { User } from '../../../domain/user.ts';
import type { WebhookAction } from './webhook-job.ts';

interface Change<Entity> {
  before?: Entity | undefined;
  after?: Entity | undefined;
}

/** Fields whose changes are sent. Times of sign-ins and syncs change too often. */
const userFields = ['login', 'email', 'avatar', 'admin', 'machine', 'active'] as const;
const repoFields = [
  ...([
    'slug',
    'ownerId',
    'defaultBranch',
    'visibility',
    'configPath',
    'configFolder',
    'trusted',
  ] as const),
  ...(['protected', 'ignoreForks', 'ignorePullRequests', 'timeout', 'throttle'] as const),
  ...(['autoCancelPullRequests', 'autoCancelPushes', 'autoCancelRunning'] as const),
] as const;

/** Returns the action of a change of an account; undefined if it is not sent. */
export function describeUserChange({ before, after }: Change<User>): WebhookAction | undefined {
  if (!before) return 'created';
  if (!after) return 'deleted';
  return userFields.some((field) => before[field] !== after[field]) ? 'updated' : undefined;
}

/**
 * Returns the action of a change of a repository; undefined if it is not sent. A repository that is not active
 * is only known because an account can see it at the forge.
 */
export function describeRepoChange({ before, after }: Change<Repo>): WebhookAction | undefined {
  if (!after) return before?.active ? 'deleted' : undefined;
  const wasActive = before?.active ?? false;
  if (after.active !== wasActive) return after.active ? 'enabled' : 'disabled';
  const hasChanged = repoFields.some((field) => before?.[field] !== after[field]);
  return after.active && hasChanged ? 'updated' : undefined;
}
