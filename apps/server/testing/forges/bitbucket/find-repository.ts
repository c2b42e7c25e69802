import type { Call } from '../fake/fake-forge.ts';
import { type Commit, type Repository, type Role, slugOf, type World } from '../fake/world.ts';
import { refusal } from './refusal.ts';

const order: Role[] = ['read', 'write', 'admin'];

/** Finds the repository in the path by name or id. Rejects accounts without the role `least`. */
export function findRepository(world: World, { account, params }: Call, least: Role): Repository {
  const slug = `${params.workspace}/${params.repo}`;
  const found = world.repositories.find(
    (known) => slugOf(known) === slug || slug === `{}/${known.uuid}`,
  );
  if (!found || !world.canRead(account, found)) {
    throw refusal(404, 'You may not have access to this repository or it no longer exists');
  }
  const role = world.roleOf(account, found) ?? 'read';
  if (order.indexOf(role) >= order.indexOf(least)) return found;
  throw refusal(403, 'Your credentials lack one or more required privilege scopes.');
}

/** Finds a commit of the repository itself, by a full or short hash. Commits of forks are only in the fork. */
export function findOwnCommit(
  world: World,
  { refs }: Repository,
  start: string,
): Commit | undefined {
  const own = [...refs.values()].flatMap((sha) => world.historyOf(sha));
  return world.commits.get(own.find((sha) => sha.startsWith(start)) ?? '');
}
