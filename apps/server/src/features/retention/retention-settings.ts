import type { RetentionBody } from '@millrace/contract/api';
import { badRequest } from '@millrace/contract/api-errors';
import { type RetentionName, retentionNames } from '@millrace/contract/retention';
import type { Contributed, OwnRetentionLimit } from '../../contributions.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import {
  exceeds,
  type OwnRetention,
  type RetentionLimits,
  retentionOf,
} from '../../domain/retention.ts';
import { RetentionLimitsStore } from './retention-limits-store.ts';

interface Deps {
  db: Database;
  /** Limits of the server. Only system admins exceed them. */
  server: RetentionLimits;
  contributed: Pick<Contributed, 'ownRetention'>;
}

/** Retention limits of repositories. Features may store some beside limits of their own. */
export class RetentionSettings {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async findOwn(repoId: number): Promise<OwnRetention> {
    const own = await new RetentionLimitsStore(this.deps.db).find(repoId);
    for (const name of retentionNames) {
      const limit = await this.storeOf(name)?.find(repoId);
      if (limit) own[name] = limit;
    }
    return own;
  }

  async findLimits(repoId: number): Promise<RetentionLimits> {
    return retentionOf(await this.findOwn(repoId), this.deps.server);
  }

  /**
   * Stores the limits of a repository.
   *
   * @throws AppError (400) if a limit exceeds that of the server, and the person may not set it
   */
  async put(repoId: number, wanted: RetentionBody, isSystemAdmin: boolean): Promise<void> {
    const all = Object.fromEntries(retentionNames.map((name) => [name, wanted[name] ?? null]));
    await this.patch(repoId, all, isSystemAdmin);
  }

  /** Stores the limits of a repository that are not absent. Null restores the limit of the server. */
  async patch(repoId: number, wanted: RetentionBody, isSystemAdmin: boolean): Promise<void> {
    const { db, server } = this.deps;
    const known = await this.findOwn(repoId);
    const next = readWanted(wanted, { known, server, isSystemAdmin });
    await inTransaction(db, async (trx) => {
      const store = new RetentionLimitsStore(trx);
      for (const name of retentionNames.filter((each) => wanted[each] !== undefined)) {
        const other = this.storeOf(name);
        if (other) await other.put(trx, repoId, next[name]);
        else await store.put(repoId, name, next[name]);
      }
    });
  }

  /** Returns the feature that stores a limit. */
  private storeOf(name: RetentionName): OwnRetentionLimit | undefined {
    return this.deps.contributed.ownRetention.find((stores) => stores[name])?.[name];
  }
}

interface Bounds {
  known: OwnRetention;
  server: RetentionLimits;
  isSystemAdmin: boolean;
}

/** Returns the limits to store. */
export function readWanted(
  wanted: RetentionBody,
  { known, server, isSystemAdmin }: Bounds,
): OwnRetention {
  const next: OwnRetention = {};
  for (const name of retentionNames) {
    const value = wanted[name] ?? null;
    if (value === null) continue;
    const isBeyond = exceeds(value, server[name]);
    if (isBeyond && !isSystemAdmin && !isAllowed(value, known[name])) {
      throw badRequest(
        `${described[name]} is limited to ${server[name]} on this server. Ask a system administrator for more`,
      );
    }
    next[name] = { value, isBeyond };
  }
  return next;
}

/** Returns whether a system admin has allowed this value, or more, for the repository. */
function isAllowed(value: number, known: OwnRetention[RetentionName]): boolean {
  return known?.isBeyond === true && !exceeds(value, known.value);
}

const described: Record<RetentionName, string> = {
  build_days: 'The age of builds in days',
  build_count: 'The number of builds',
  log_days: 'The age of logs in days',
  log_count: 'The number of builds with logs',
  artifact_days: 'The age of artifacts in days',
  artifact_count: 'The number of builds with artifacts',
  test_days: 'The age of test results in days',
  test_count: 'The number of builds with test results',
};
