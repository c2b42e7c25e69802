import type { Repo } from '../../domain/repo.ts';
import type { ForgeEvent } from '../../forges/forge.ts';
import { Port } from '../../port.ts';

/** Repositories as the forge knows them. */
export interface ReposPort {
  /** @param uid id of the repository at the forge */
  findRepoByUid: (uid: string) => Promise<Repo | undefined>;
  /** Stores the name, default branch and visibility from the forge. */
  refreshRepo: (repo: Repo, facts: Omit<ForgeEvent['repo'], 'uid'>) => Promise<Repo>;
  /** Checks at the forge at once whether a repository still exists. Closes it to guests if no account can see it. */
  checkRepo: (repo: Repo) => Promise<void>;
  /** Removes all permissions for a repository that was deleted at the forge. */
  deactivateRepo: (repo: Repo) => Promise<void>;
}

export const reposPort = new Port<ReposPort>('repos');
