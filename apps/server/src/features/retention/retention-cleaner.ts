import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { BuildData } from '../../builds/build-data.ts';
import type { ChangeBuild } from '../../builds/change-build.ts';
import { LatestBuildStore } from '../../builds/latest-build-store.ts';
import type { Database } from '../../db/database.ts';
import type { Repo } from '../../domain/repo.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import { ExpiredDeletion } from './expired-deletion.ts';
import { branchesSince, findExpired, type RetainedAlways } from './find-expired.ts';
import type { RetentionSettings } from './retention-settings.ts';
import { addMeasured, isOfRow, noTotals, type RetentionTotals } from './retention-totals.ts';

interface Deps extends RetainedAlways {
  db: Database;
  clock: Clock;
  logger: Logger;
  audit: AuditLog;
  changeBuild: ChangeBuild;
  repos: Pick<RepoStore, 'listAll'>;
  settings: RetentionSettings;
  kinds: () => readonly BuildData[];
}

const reposAtOnce = 100;
/** Ids of skipped builds in one log line. */
const maxReported = 20;

/**
 * Deletes what the retention limits do not cover, in short transactions with pauses. What a crash leaves is
 * found again by the next run.
 */
export class RetentionCleaner {
  private readonly deps: Deps;

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

  /** A repository that cannot be cleaned does not affect the others. */
  private async clean(repo: Repo, stopped: AbortSignal): Promise<void> {
    try {
      await this.cleanRepo(repo, stopped);
    } catch (error) {
      if (stopped.aborted || !isOfRow(error)) throw error;
      this.deps.logger.error({ err: error, repo: repo.slug }, 'Retention of a repository failed');
    }
  }

  private async cleanRepo(repo: Repo, stopped: AbortSignal): Promise<void> {
    const { db, clock, settings, deployments, branchDays } = this.deps;
    const limits = await settings.findLimits(repo.id);
    const deletion = new ExpiredDeletion(this.deps, stopped);
    const totals = noTotals();
    const failures = new Map<number, unknown>();
    const options = { limits, deployments, branchDays, nowSec: clock.nowSec() };
    await new LatestBuildStore(db).forgetUnused(repo, branchesSince(options));
    try {
      for await (const { builds } of findExpired(db, repo, options)) {
        if (stopped.aborted) return;
        const { measured, count } = await deletion.delete(builds);
        totals.build.builds += count;
        if (!stopped.aborted) addMeasured(totals, measured);
        for (const [id, error] of measured.failures) failures.set(id, error);
      }
    } finally {
      await this.report(repo, totals);
      this.reportFailures(repo, failures);
    }
  }

  /** Reports the builds that were skipped. The next run tries them again. */
  private reportFailures(repo: Repo, failures: ReadonlyMap<number, unknown>): void {
    const [err] = failures.values();
    if (failures.size === 0) return;
    const buildIds = [...failures.keys()].slice(0, maxReported);
    this.deps.logger.error(
      { err, repo: repo.slug, builds: failures.size, buildIds },
      'Retention skipped builds whose data cannot be read',
    );
  }

  private async report(repo: Repo, totals: RetentionTotals): Promise<void> {
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
