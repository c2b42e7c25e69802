import type { RetentionPreview } from '@millrace/contract/api';
import { type ExpirableData, expirableData } from '@millrace/contract/retention';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { BuildData } from '../../builds/build-data.ts';
import { BuildStore } from '../../builds/build-store.ts';
import type { ChangeBuild } from '../../builds/change-build.ts';
import type { Database } from '../../db/database.ts';
import type { Repo } from '../../domain/repo.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import { type ExpiredBuild, findExpired } from './find-expired.ts';
import { PacedWork } from './paced-work.ts';
import type { RetentionSettings } from './retention-settings.ts';
import { addMeasured, type Measured, measureExpired, noTotals } from './retention-totals.ts';

interface Deps {
  db: Database;
  clock: Clock;
  logger: Logger;
  audit: AuditLog;
  changeBuild: ChangeBuild;
  repos: Pick<RepoStore, 'listAll'>;
  settings: RetentionSettings;
  deployments: number;
  kinds: () => readonly BuildData[];
}

/** Builds with less data are deleted as a whole; a larger one in parts, to keep transactions short. */
const smallBytes = 256 * 1024;
const reposAtOnce = 100;
const maxBuildsAtOnce = 64;
/** Transactions should not take longer: on SQLite nothing else runs at the same time. */
const maxTransactionMs = 5;

/**
 * Deletes what the retention limits do not cover, in short transactions with pauses. What a crash leaves is
 * found again by the next run.
 */
export class RetentionCleaner {
  private readonly deps: Deps;
  private buildsAtOnce = 4;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async run(stopped: AbortSignal): Promise<void> {
    const { repos } = this.deps;
    for (let offset = 0; !stopped.aborted; offset += reposAtOnce) {
      const page = await repos.listAll({ limit: reposAtOnce, offset });
      for (const repo of page) if (!stopped.aborted) await this.clean(repo, stopped);
      if (page.length < reposAtOnce) return;
    }
  }

  private async clean(repo: Repo, stopped: AbortSignal): Promise<void> {
    const { db, clock, settings, deployments, kinds } = this.deps;
    const limits = await settings.findLimits(repo.id);
    const work = new PacedWork(clock, stopped);
    const totals = noTotals();
    const options = { limits, deployments, nowSec: clock.nowSec() };
    try {
      for await (const builds of findExpired(db, repo, options)) {
        if (stopped.aborted) return;
        const measured = await work.run(() => measureExpired(db, kinds(), builds));
        const deleted = builds.filter(({ data }) => data.includes('build'));
        totals.build.builds += await this.deleteBuilds(deleted, measured, work);
        await this.expire(builds, measured, work);
        if (!stopped.aborted) addMeasured(totals, measured);
      }
    } finally {
      await this.report(repo, totals);
    }
  }

  /** Returns the number of deleted builds. */
  private async deleteBuilds(
    builds: readonly ExpiredBuild[],
    measured: Measured,
    work: PacedWork,
  ): Promise<number> {
    const { changeBuild } = this.deps;
    for (const { id } of builds) {
      const sizes = expirableData.map((data) => measured[data].get(id) ?? 0);
      if (Math.max(...sizes) > smallBytes) await this.trim(id, expirableData, work);
    }
    let count = 0;
    for (let at = 0; at < builds.length && !work.isStopped; ) {
      const ids = builds.slice(at, at + this.buildsAtOnce).map(({ id }) => id);
      const tookMs = await work.measure(async () => {
        count += await whileBusy(() => changeBuild.delete(ids));
      });
      at += ids.length;
      const next = tookMs > maxTransactionMs ? this.buildsAtOnce / 2 : this.buildsAtOnce * 2;
      this.buildsAtOnce = Math.min(maxBuildsAtOnce, Math.max(1, Math.floor(next)));
    }
    return count;
  }

  /** Deletes data of builds that remain, and shows that in the build. */
  private async expire(
    builds: readonly ExpiredBuild[],
    measured: Measured,
    work: PacedWork,
  ): Promise<void> {
    const { changeBuild, kinds } = this.deps;
    for (const { id, data } of builds) {
      if (data.includes('build') || work.isStopped) continue;
      const expirable = expirableData.filter(
        (each) => data.includes(each) && measured[each].has(id),
      );
      if (expirable.length === 0) continue;
      await this.trim(id, expirable, work);
      if (work.isStopped) return;
      const deletions = kinds().filter((kind) => expirable.includes(kind.data));
      await work.run(() =>
        changeBuild.send({ build: id }, async (trx) => {
          if (!(await new BuildStore(trx).isDeletable(id))) return null;
          for (const kind of deletions) await kind.delete(trx, id);
          return { kind: 'expire', data: expirable };
        }),
      );
    }
  }

  /** Deletes all but the last part of the data of a build. */
  private async trim(
    buildId: number,
    expirable: readonly ExpirableData[],
    work: PacedWork,
  ): Promise<void> {
    const { changeBuild, kinds } = this.deps;
    for (const kind of kinds().filter(({ data }) => expirable.includes(data))) {
      let isMore: boolean | undefined = true;
      while (isMore && !work.isStopped) {
        isMore = await work.run(() =>
          changeBuild.ifDeletable(buildId, (trx) => kind.trim(trx, buildId)),
        );
      }
    }
  }

  private async report(repo: Repo, totals: RetentionPreview): Promise<void> {
    const { logger, audit } = this.deps;
    const { build, log, artifact, test } = totals;
    const details = {
      builds: build.builds,
      logs: log.builds,
      artifacts: artifact.builds,
      tests: test.builds,
      bytes: log.bytes + artifact.bytes + test.bytes,
    };
    if (Object.values(details).every((value) => value === 0)) return;
    logger.info({ repo: repo.slug, ...details }, 'Retention deleted data');
    await audit.add({
      action: 'retention.delete',
      actor: null,
      credential: 'server',
      address: '',
      repo: { id: repo.id, slug: repo.slug },
      target: '',
      details,
    });
  }
}
