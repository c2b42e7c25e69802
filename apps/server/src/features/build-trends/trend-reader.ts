import type { BuildTrend } from '@millrace/contract/api';
import type { Clock } from '@millrace/node-kit/clock';
import { runInSlices } from '@millrace/node-kit/time-slice';
import { findChangePoints } from '../../domain/trends/change-points.ts';
import { summarizePeriods, type TrendResult } from '../../domain/trends/summarize-periods.ts';
import { readTrendQuery, type TrendQuery } from './trend-query.ts';
import type { TrendBuild, TrendPart, TrendReadModel } from './trend-read-model.ts';

/** Newest builds of a range that are counted. */
const maxCounted = 60_000;
/** Builds of an answer. If there are more, it reads every second one, every third one, and so on. */
const maxBuilds = 5000;

interface Deps {
  readModel: TrendReadModel;
  clock: Pick<Clock, 'nowSec'>;
}

/** Computes the trend of the builds of a repository, or of a stage or step in them. */
export class TrendReader {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async read(
    repoId: number,
    { stage, step, ...query }: TrendQuery & Partial<TrendPart>,
  ): Promise<BuildTrend> {
    const { readModel, clock } = this.deps;
    const { periods, scope } = readTrendQuery(repoId, query, clock.nowSec());
    const { builds: count, since } = await readModel.count(scope, maxCounted);
    const every = Math.max(1, Math.ceil(count / maxBuilds));
    const from = since ?? scope.from;
    const builds = await readModel.listBuilds({ ...scope, from }, every);
    const results = stage
      ? await this.readResultsOf(builds, { stage, step })
      : builds.map(resultOf);
    return {
      unit: periods.unit,
      end: periods.end,
      builds: builds.length,
      ...(every > 1 ? { every } : {}),
      ...(since === undefined ? {} : { since }),
      periods: summarizePeriods(periods.starts, results),
      changes: await this.findChanges(results),
    };
  }

  /** Returns the results of a stage or step. Builds in which it has none are left out. */
  private async readResultsOf(
    builds: readonly TrendBuild[],
    part: TrendPart,
  ): Promise<TrendResult[]> {
    const ids = builds.map(({ id }) => id);
    const runs = await this.deps.readModel.listRuns(ids, part);
    const ofBuilds = Map.groupBy(runs, ({ buildId }) => buildId);
    return builds.flatMap(({ id, number, created, status: buildStatus }) =>
      (ofBuilds.get(id) ?? []).flatMap(({ status, started, stopped }): TrendResult[] => {
        const hasPassed = status === 'success';
        if (!hasPassed && status !== 'failure' && status !== 'error') return [];
        const isTimed = hasPassed && buildStatus === 'success' && started > 0;
        const seconds = Math.max(0, stopped - started);
        return [{ id, number, created, hasPassed, ...(isTimed && { seconds }) }];
      }),
    );
  }

  private async findChanges(results: readonly TrendResult[]): Promise<BuildTrend['changes']> {
    const timed = results.filter(({ seconds }) => seconds !== undefined);
    const points = await runInSlices(findChangePoints(timed.map(({ seconds = 0 }) => seconds)));
    const ids = points.flatMap(({ index }) => timed[index]?.id ?? []);
    const texts = await this.deps.readModel.describe(ids);
    return points.flatMap(({ index, before, after }): BuildTrend['changes'] => {
      const first = timed[index];
      const text = first && texts.get(first.id);
      if (!first || !text) return [];
      const title = text.title || (text.message.split('\n', 1)[0] ?? '');
      const { number: build, created } = first;
      return [{ build, commit: text.commit, title, created, before, after }];
    });
  }
}

/**
 * Returns the result of a build. A later attempt runs only some stages, long after the build was created, so it
 * has neither a duration nor a time in the queue.
 */
function resultOf(build: TrendBuild): TrendResult {
  const { id, number, status, attempt, created, started, finished } = build;
  const hasPassed = status === 'success';
  const isWhole = attempt === 1 && started > 0;
  return {
    id,
    number,
    created,
    hasPassed,
    ...(isWhole && hasPassed && { seconds: Math.max(0, finished - started) }),
    ...(isWhole && { queued: Math.max(0, started - created) }),
  };
}
