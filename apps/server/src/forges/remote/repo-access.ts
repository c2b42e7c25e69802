import { conflict } from '../../shared/errors.ts';
import type { ForgeRepoFacts, ForgeRepoRef } from '../forge.ts';
import type { AccountAccess } from './account-access.ts';
import {
  ForgeAwayError,
  ForgeRefusedError,
  ForgeSignInError,
  NobodyHasAccessError,
} from './forge-errors.ts';
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

/** Who is refused, or shown nothing, is outside: there is no need to ask the forge once more. */
const isAnswered = async () => true;

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

  async use<Result>(repo: ForgeRepoRef, act: Act<Result>): Promise<Result> {
    return endOf(repo, await this.tryAll(repo, act, (token) => this.isOutside(repo, token)));
  }

  /** What not everybody may do who sees the repository. */
  async useToWrite<Result>(repo: ForgeRepoRef, act: Act<Result>): Promise<Result> {
    return endOf(repo, await this.tryAll(repo, act, isAnswered));
  }

  /** The repository as the forge has it; null where it shows it to nobody. */
  async find(repo: ForgeRepoRef): Promise<ForgeRepoFacts | null> {
    const find = (token: string) => this.parts.source.findRepo(token, repo);
    return endOf(repo, await this.tryAll(repo, find, isAnswered));
  }

  /** Null where nobody reaches the repository: git says then what it lacks, to who waits for the build. */
  async findCloneToken(repo: ForgeRepoRef): Promise<string | null> {
    const find = async (token: string) => ((await this.mayClone(repo, token)) ? token : null);
    const found = await this.tryAll(repo, find, isAnswered);
    return found?.end() ?? null;
  }

  /** What came of the first who could, else of the first; undefined where nobody has access. */
  private async tryAll<Result>(
    repo: ForgeRepoRef,
    act: Act<Result>,
    isOutside: (token: string) => Promise<boolean>,
  ): Promise<Attempt<Result> | undefined> {
    const { source, identities, access } = this.parts;
    if (repo.forge !== source.kind) {
      throw conflict(`${repo.namespace}/${repo.name} does not belong to the configured forge`);
    }
    const helpers = await identities.listHelpers(repo.id, source.kind, mostHelpers);
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
