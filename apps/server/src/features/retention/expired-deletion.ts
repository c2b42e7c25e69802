import { type ExpirableData, expirableData } from '@millrace/contract/retention';
import type { Clock } from '@millrace/node-kit/clock';
import type { BuildData } from '../../builds/build-data.ts';
import { BuildStore } from '../../builds/build-store.ts';
import type { ChangeBuild } from '../../builds/change-build.ts';
import type { Database } from '../../db/database.ts';
import { isPostgres } from '../../db/dialect.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import type { ExpiredBuild } from './find-expired.ts';
import { PacedWork } from './paced-work.ts';
import { isOfRow, type Measured, measureExpired } from './retention-totals.ts';

interface Deps {
  db: Database;
  clock: Pick<Clock, 'wait'>;
  changeBuild: ChangeBuild;
  kinds: () => readonly BuildData[];
}

interface Pace {
  pauses: number;
  /** Duration of a deletion from which on the next one is smaller. */
  maxTransactionMs: number;
}

/** Nothing else runs during a transaction on SQLite. */
const paceOfSqlite: Pace = { pauses: 2, maxTransactionMs: 20 };
/** On Postgres, a deletion locks only builds that have finished. */
const paceOfPostgres: Pace = { pauses: 0.5, maxTransactionMs: 100 };
const maxBuildsAtOnce = 128;

/** Deletes builds and their data in short transactions with pauses. A build that cannot be deleted does not stop it. */
export class ExpiredDeletion {
  private readonly deps: Deps;
  private readonly work: PacedWork;
  private readonly maxTransactionMs: number;
  private buildsAtOnce = 4;

  constructor(deps: Deps, stopped: AbortSignal) {
    this.deps = deps;
    const { pauses, maxTransactionMs } = isPostgres(deps.db) ? paceOfPostgres : paceOfSqlite;
    this.work = new PacedWork({ clock: deps.clock, stopped, pauses });
    this.maxTransactionMs = maxTransactionMs;
  }

  /** Deletes these builds, or some of their data. Returns what was deleted, and the number of deleted builds. */
  async delete(builds: readonly ExpiredBuild[]): Promise<{ measured: Measured; count: number }> {
    const { db, kinds } = this.deps;
    const measured = await this.work.run(() => measureExpired(db, kinds(), builds));
    const readable = builds.filter(({ id }) => !measured.failures.has(id));
    const isWhole = ({ data }: ExpiredBuild) => data.includes('build');
    const count = await this.deleteBuilds(readable.filter(isWhole), measured);
    for (const build of readable.filter((each) => !isWhole(each))) {
      await this.skipFailure(build.id, measured, () => this.expire(build, measured));
    }
    return { measured, count };
  }

  private async deleteBuilds(builds: readonly ExpiredBuild[], measured: Measured): Promise<number> {
    for (const { id } of builds) {
      await this.skipFailure(id, measured, () => this.trim(id, expirableData, measured));
    }
    const ids = builds.map(({ id }) => id).filter((id) => !measured.failures.has(id));
    let count = 0;
    for (let at = 0; at < ids.length && !this.work.isStopped; ) {
      const some = ids.slice(at, at + this.buildsAtOnce);
      count += await this.deleteTogether(some, measured);
      at += some.length;
    }
    return count;
  }

  /** Deletes builds in one transaction. If that fails, deletes halves of them, and finds the builds that cause it. */
  private async deleteTogether(ids: readonly number[], measured: Measured): Promise<number> {
    let count = 0;
    try {
      const tookMs = await this.work.measure(async () => {
        count = await whileBusy(() => this.deps.changeBuild.delete(ids));
      });
      const next = tookMs > this.maxTransactionMs ? this.buildsAtOnce / 2 : this.buildsAtOnce * 2;
      this.buildsAtOnce = Math.min(maxBuildsAtOnce, Math.max(1, Math.floor(next)));
      return count;
    } catch (error) {
      const [only, ...others] = ids;
      if (only === undefined || !isOfRow(error)) throw error;
      if (others.length === 0) {
        skip(only, measured, error);
        return 0;
      }
    }
    const middle = Math.ceil(ids.length / 2);
    for (const half of [ids.slice(0, middle), ids.slice(middle)]) {
      count += await this.deleteTogether(half, measured);
    }
    return count;
  }

  /** Deletes data of a build that remains, and shows that in the build. */
  private async expire({ id, data }: ExpiredBuild, measured: Measured): Promise<void> {
    if (this.work.isStopped) return;
    const { changeBuild, kinds } = this.deps;
    const expirable = expirableData.filter(
      (each) => data.includes(each) && measured.sizes[each].has(id),
    );
    if (expirable.length === 0) return;
    await this.trim(id, expirable, measured);
    if (this.work.isStopped) return;
    const deletions = kinds().filter((kind) => expirable.includes(kind.data));
    await this.work.run(() =>
      changeBuild.send({ build: id }, async (trx) => {
        if (!(await new BuildStore(trx).isDeletable(id))) return null;
        for (const kind of deletions) await kind.delete(trx, id);
        return { kind: 'expire', data: expirable };
      }),
    );
  }

  /** Deletes large data of a build, except its last part. */
  private async trim(
    buildId: number,
    expirable: readonly ExpirableData[],
    { sizes }: Measured,
  ): Promise<void> {
    const { changeBuild, kinds } = this.deps;
    const isLarge = ({ data }: BuildData) =>
      expirable.includes(data) && sizes[data].get(buildId)?.isLarge === true;
    for (const kind of kinds().filter(isLarge)) {
      let isMore: boolean | undefined = true;
      while (isMore && !this.work.isStopped) {
        isMore = await this.work.run(() =>
          changeBuild.ifDeletable(buildId, (trx) => kind.trim(trx, buildId)),
        );
      }
    }
  }

  private async skipFailure(
    buildId: number,
    measured: Measured,
    part: () => Promise<void>,
  ): Promise<void> {
    try {
      await part();
    } catch (error) {
      if (!isOfRow(error)) throw error;
      skip(buildId, measured, error);
    }
  }
}

/** Records that a build was not deleted. */
function skip(buildId: number, { sizes, failures }: Measured, error: unknown): void {
  for (const data of expirableData) sizes[data].delete(buildId);
  failures.set(buildId, error);
}
