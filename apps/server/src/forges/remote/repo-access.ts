import { conflict } from '@millrace/contract/api-errors';
import type { ForgeRepoFacts, ForgeRepoRef } from '../forge.ts';
import type { AccountAccess } from './account-access.ts';
import type { ForgeAdapter } from './forge-adapter.ts';
import {
  ForgeAwayError,
  ForgeRefusedError,
  ForgeSignInError,
  NobodyHasAccessError,
} from './forge-errors.ts';
import type { IdentityStore } from './identity-store.ts';

interface Deps {
  adapter: Pick<ForgeAdapter, 'kind' | 'findRepo'>;
  identities: Pick<IdentityStore, 'listHelpers'>;
  access: Pick<AccountAccess, 'use'>;
}

type Act<Result> = (token: string) => Promise<Result>;

/** Result or error of a call by one account, and whether another account may succeed. */
interface Attempt<Result> {
  end: () => Result;
  isOutside: boolean;
}

/** Errors and empty results are final, so the access of the account is not checked. */
const isAnswered = async () => true;

/** Maximum accounts that are tried if the owner account of a repository has lost access. */
const maxHelpers = 5;

/**
 * Calls the forge for a repository, with the owner account or another one with access. Forges answer 404 to
 * accounts that were removed from a repository.
 */
export class RepoAccess {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async use<Result>(repo: ForgeRepoRef, act: Act<Result>): Promise<Result> {
    return endOf(repo, await this.tryAll(repo, act, (token) => this.isOutside(repo, token)));
  }

  /** Makes a call that needs more than read access. */
  async useToWrite<Result>(repo: ForgeRepoRef, act: Act<Result>): Promise<Result> {
    return endOf(repo, await this.tryAll(repo, act, isAnswered));
  }

  /** Fetches the repository from the forge. Null if no account can see it. */
  async find(repo: ForgeRepoRef): Promise<ForgeRepoFacts | null> {
    const find = (token: string) => this.deps.adapter.findRepo(token, repo);
    return endOf(repo, await this.tryAll(repo, find, isAnswered));
  }

  /** Returns null if no account has access. The build then shows the error message of git. */
  async findCloneToken(repo: ForgeRepoRef): Promise<string | null> {
    const find = async (token: string) => ((await this.mayClone(repo, token)) ? token : null);
    const found = await this.tryAll(repo, find, isAnswered);
    return found?.end() ?? null;
  }

  /** Returns the first success, else the first result; undefined if no account has access. */
  private async tryAll<Result>(
    repo: ForgeRepoRef,
    act: Act<Result>,
    isOutside: (token: string) => Promise<boolean>,
  ): Promise<Attempt<Result> | undefined> {
    const { adapter, identities, access } = this.deps;
    if (repo.forge !== adapter.kind) {
      throw conflict(`${repo.namespace}/${repo.name} does not belong to the configured forge`);
    }
    const helpers = await identities.listHelpers(repo.id, adapter.kind, maxHelpers);
    let first: Attempt<Result> | undefined;
    for (const userId of new Set([repo.ownerId, ...helpers])) {
      try {
        const attempt = await access.use(userId, (token) => tryOne(token, act, isOutside));
        if (!attempt.isOutside) return attempt;
        first ??= attempt;
      } catch (error) {
        if (!(error instanceof ForgeSignInError)) throw error;
      }
    }
    return first;
  }

  private async isOutside(repo: ForgeRepoRef, token: string): Promise<boolean> {
    try {
      return (await this.deps.adapter.findRepo(token, repo)) === null;
    } catch (error) {
      if (error instanceof ForgeRefusedError) return true;
      throw error;
    }
  }

  /** git works even while the API is rate limiting. */
  private async mayClone(repo: ForgeRepoRef, token: string): Promise<boolean> {
    try {
      return !(await this.isOutside(repo, token));
    } catch (error) {
      if (error instanceof ForgeAwayError) return true;
      throw error;
    }
  }
}

function endOf<Result>(
  { namespace, name }: ForgeRepoRef,
  attempt: Attempt<Result> | undefined,
): Result {
  if (attempt) return attempt.end();
  throw new NobodyHasAccessError(`${namespace}/${name}`);
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
