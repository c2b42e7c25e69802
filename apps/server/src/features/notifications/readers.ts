import { UserStore } from '../../accounts/user-store.ts';
import type { Db } from '../../db/database.ts';
import { RepoAccessStore } from '../../repositories/repo-access-store.ts';
import { RepoStore } from '../../repositories/repo-store.ts';
import type { Owner } from './subscription.ts';

/**
 * Returns whether a subscription may learn about a repository at this moment: its own one, or one that its account
 * may read.
 */
export async function mayLearnAbout(db: Db, owner: Owner, repoId: number): Promise<boolean> {
  if (owner.userId === null) return owner.repoId === repoId;
  const user = await new UserStore(db).findById(owner.userId);
  const repo = user?.active ? await new RepoStore(db).findById(repoId) : undefined;
  if (!user || !repo) return false;
  return (await new RepoAccessStore(db).accessTo(repo, user)).permissions.read;
}
