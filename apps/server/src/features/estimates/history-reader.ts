import type { OpenStage } from '@millrace/build-rules';
import type { BuildEvent } from '@millrace/contract/vocabulary';
import { LRUCache } from 'lru-cache';
import { isCurrentStage } from '../../builds/attempt-conditions.ts';
import type { Db } from '../../db/database.ts';
import type { BuildHistory } from '../../domain/estimate/draw-runs.ts';
import { DurationModel } from '../../domain/estimate/duration-model.ts';

/** Number of earlier builds. With one more, they divide a distribution into 60 parts. */
const maxBuilds = 59;
const maxCached = 1000;
const cacheMs = 60_000;

/** Events whose builds run the same stages. */
const kinds: BuildEvent[][] = [
  ['push', 'pull_request', 'custom'],
  ['cron'],
  ['tag'],
  ['promote', 'rollback'],
];

interface BuildKind {
  repoId: number;
  event: BuildEvent;
  cron: string;
  deployTo: string;
}

/** Reads how long the stages of earlier builds ran, and which of them failed. */
export class HistoryReader {
  private readonly db: Db;
  private readonly cache = new LRUCache<string, BuildHistory>({ max: maxCached, ttl: cacheMs });

  constructor(db: Db) {
    this.db = db;
  }

  /** Reads the histories of the builds of these stages, by the id of the build. */
  async read(open: readonly OpenStage[]): Promise<Map<number, BuildHistory>> {
    const ids = [...new Set(open.map(({ buildId }) => buildId))];
    const builds = await this.db
      .selectFrom('builds')
      .select(['id', 'repo_id as repoId', 'event', 'cron', 'deploy_to as deployTo'])
      .where('id', 'in', [0, ...ids])
      .execute();
    const histories = new Map<number, BuildHistory>();
    for (const { id, ...kind } of builds) histories.set(id, await this.readKind(kind));
    return histories;
  }

  private async readKind(kind: BuildKind): Promise<BuildHistory> {
    const key = JSON.stringify(kind);
    const known = this.cache.get(key);
    if (known) return known;
    const { repoId, event, cron, deployTo } = kind;
    const builds = await this.db
      .selectFrom('builds')
      .select('id')
      .where('repo_id', '=', repoId)
      .where('status', 'in', ['success', 'failure', 'error'])
      .where('event', 'in', kinds.find((events) => events.includes(event)) ?? [event])
      .where('cron', '=', cron)
      .where('deploy_to', '=', deployTo)
      .where('bisection', '=', 0)
      .orderBy('number', 'desc')
      .limit(maxBuilds)
      .execute();
    const stages = await this.db
      .selectFrom('stages')
      .select(['build_id as build', 'name', 'status', 'started', 'stopped'])
      .where('build_id', 'in', [0, ...builds.map(({ id }) => id)])
      .where('status', 'in', ['success', 'failure', 'error'])
      .where('started', '>', 0)
      .where(isCurrentStage)
      .execute();
    const models = [...Map.groupBy(stages, ({ name }) => name)].map(
      ([name, runs]) =>
        [
          name,
          new DurationModel(
            runs.map(({ build, status, started, stopped }) => ({
              build,
              seconds: Math.max(0, stopped - started),
              hasFailed: status !== 'success',
            })),
          ),
        ] as const,
    );
    const history = { builds: builds.map(({ id }) => id), models: new Map(models) };
    // A short history is read again, so that the second build of a repository has an estimate.
    if (builds.length === maxBuilds) this.cache.set(key, history);
    return history;
  }
}
