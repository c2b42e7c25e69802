import { conflict } from '../../shared/errors.ts';
import type { ForgeRepoRef } from '../forge.ts';
import type { AccountAccess } from './account-access.ts';
import { ForgeAwayError, ForgeRefusedError, ForgeSignInError } from './forge-errors.ts';
import type { ForgeKind } from './forge-kind.ts';
import type { IdentityStore } from './identity-store.ts';

interface Parts {
  source: Pick<ForgeKind, 'kind' | 'findRepo'>;
  identities: Pick<IdentityStore, 'listHelpers'>;
  access: Pick<AccountAccess, 'use'>;
}

type Act<Result> = (token: string) => Promise<Result>;

/** What came of one account: a result or a refusal, and whether another account may come to more. */
interface Attempt<Result> {
  end: () => Result;
  isOutside: boolean;
}

/** So many accounts are tried where the one that answers for a repository has no access any more. */
const mostHelpers = 5;

/**
 * Acts at the forge for repositories, in the name of the account that answers for each, or of another one
 * that can. Who was let out of a repository has access to the forge still, and is told that there is nothing.
 */
export class RepoAccess {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  use<Result>(repo: ForgeRepoRef, act: Act<Result>): Promise<Result> {
    return this.tryAll(repo, act, (token) => this.isOutside(repo, token));
  }

  /** What not everybody may do who sees the repository. */
  useToWrite<Result>(repo: ForgeRepoRef, act: Act<Result>): Promise<Result> {
    return this.tryAll(repo, act, async () => true);
  }

  /** Null where nobody reaches the repository. */
  findCloneToken(repo: ForgeRepoRef): Promise<string | null> {
    return this.use(repo, async (token) => ((await this.mayClone(repo, token)) ? token : null));
  }

  private async tryAll<Result>(
    repo: ForgeRepoRef,
    act: Act<Result>,
    isOutside: (token: string) => Promise<boolean>,
  ): Promise<Result> {
    const { source, identities, access } = this.parts;
    const slug = `${repo.namespace}/${repo.name}`;
    if (repo.forge !== source.kind) {
      throw conflict(`${slug} is not of the source host that is in use`);
    }
    const helpers = await identities.listHelpers(repo.id, source.kind, mostHelpers);
    let first: Attempt<Result> | undefined;
    for (const userId of new Set([repo.ownerId, ...helpers])) {
      try {
        const attempt = await access.use(userId, (token) => tryOne(token, act, isOutside));
        if (!attempt.isOutside) return attempt.end();
        first ??= attempt;
      } catch (error) {
        if (!(error instanceof ForgeSignInError)) throw error;
      }
    }
    if (first) return first.end();
    throw new ForgeAwayError(
      `Nobody here has access to ${slug} at the source host: somebody who has must sign in again`,
    );
  }

  private async isOutside(repo: ForgeRepoRef, token: string): Promise<boolean> {
    try {
      return (await this.parts.source.findRepo(token, repo)) === null;
    } catch (error) {
      if (error instanceof ForgeRefusedError) return true;
      throw error;
    }
  }

  /** git is served where the API wants to be left alone. */
  private async mayClone(repo: ForgeRepoRef, token: string): Promise<boolean> {
    try {
      return !(await this.isOutside(repo, token));
    } catch (error) {
      if (error instanceof ForgeAwayError) return true;
      throw error;
    }
  }
}

async function tryOne<Result>(
  token: string,
  act: Act<Result>,
  isOutside: (token: string) => Promise<boolean>,
): Promise<Attempt<Result>> {
  try {
    const result = await act(token);
    return { end: () => result, isOutside: result === null && (await isOutside(token)) };
  } catch (error) {
    if (!(error instanceof ForgeRefusedError && [403, 404].includes(error.forgeStatus)))
      throw error;
    const end = () => {
      throw error;
    };
    return { end, isOutside: await isOutside(token) };
  }
}
