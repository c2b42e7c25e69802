import type { TrendParts } from '@millrace/contract/api';
import type { Clock } from '@millrace/node-kit/clock';
import { TimeSlice } from '@millrace/node-kit/time-slice';
import { percentilesOf } from '../../domain/trends/percentiles.ts';
import { readTrendQuery, type TrendQuery } from './trend-query.ts';
import type { PartRun, TrendReadModel } from './trend-read-model.ts';

/** Successful builds that are read, newest first. After this number of runs of stages and steps, no further build is read. */
const max = { builds: 200, runs: 10_000 };
const maxParts = 200;
/** Few, because a build may have thousands of steps. */
const buildsPerQuery = 5;

interface Deps {
  readModel: TrendReadModel;
  clock: Pick<Clock, 'nowSec'>;
}

/** Lists the stages and steps of the newest successful builds. */
export class PartLister {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async list(repoId: number, query: TrendQuery): Promise<TrendParts> {
    const { readModel, clock } = this.deps;
    const { scope } = readTrendQuery(repoId, query, clock.nowSec());
    const ids = await readModel.listNewestSuccesses(scope, max.builds);
    const slice = new TimeSlice();
    const runs: PartRun[] = [];
    let builds = 0;
    while (builds < ids.length && runs.length < max.runs) {
      const part = ids.slice(builds, builds + buildsPerQuery);
      for (const run of await readModel.listParts(part)) runs.push(run);
      builds += part.length;
      if (slice.isOver()) await slice.next();
    }
    return { builds, parts: toParts(runs) };
  }
}

/** Summarizes the runs of each stage and step. The slowest ones come first. */
function toParts(runs: readonly PartRun[]): TrendParts['parts'] {
  const byPart = Map.groupBy(runs, ({ stage, step }) => JSON.stringify([stage, step]));
  const parts = [...byPart.values()].flatMap((own): TrendParts['parts'] => {
    const [first] = own;
    const percentiles = percentilesOf(own.map(({ seconds }) => Math.max(0, seconds)));
    if (!first || !percentiles) return [];
    const { stage, step } = first;
    return [{ stage_name: stage, ...(step === null ? {} : { step_name: step }), ...percentiles }];
  });
  return parts
    .toSorted((one, other) => other.p50 - one.p50 || other.p95 - one.p95)
    .slice(0, maxParts);
}
