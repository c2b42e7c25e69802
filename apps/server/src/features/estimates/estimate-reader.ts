import type { OpenStage } from '@millrace/build-rules';
import type { BuildEstimate, Estimate as EstimateJson } from '@millrace/contract/api';
import { runInSlices } from '@millrace/node-kit/time-slice';
import type { Contributed } from '../../contributions.ts';
import type { Core } from '../../core.ts';
import {
  type Estimate,
  type Estimates,
  estimateEnds,
} from '../../domain/estimate/estimate-ends.ts';
import { askAll } from '../../shared/ask.ts';
import { SharedRead } from '../../shared/shared-read.ts';
import type { QueuePort } from '../queue/port.ts';
import type { HistoryReader } from './history-reader.ts';

interface Deps extends Pick<Core, 'clock'> {
  histories: HistoryReader;
  queuePort: Pick<QueuePort, 'listWaiting'>;
  contributed: Pick<Contributed, 'pausedStages' | 'connectedRunners'>;
}

/** Maximum number of unfinished stages, the oldest ones, that are estimated. */
const maxStages = 300;
/** Time for which estimates are reused. Repositories share them. */
const maxAgeMs = 5000;

interface Reading extends Estimates {
  nowSec: number;
  open: readonly OpenStage[];
}

/** Estimates the whole queue at once, because its stages wait for each other. */
export class EstimateReader {
  private readonly shared: SharedRead<Reading>;

  constructor(deps: Deps) {
    this.shared = new SharedRead(() => estimate(deps));
  }

  /** Lists the estimates of a repository's unfinished builds. */
  async list(repoId: number): Promise<BuildEstimate[]> {
    const { nowSec, open, stages, builds } = await this.shared.takeRecent(maxAgeMs);
    const own = Map.groupBy(
      open.filter((stage) => stage.repoId === repoId),
      ({ buildId }) => buildId,
    );
    return [...own].map(([buildId, ofBuild]) => {
      const end = builds.get(buildId);
      return {
        build: ofBuild[0]?.buildNumber ?? 0,
        ...(end ? { end: toJson(end, nowSec) } : {}),
        stages: ofBuild.flatMap(({ id, number }) => {
          const known = stages.get(id);
          if (!known) return [];
          const start = known.start ? { start: toJson(known.start, nowSec) } : {};
          return [{ stage: number, ...start, end: toJson(known.end, nowSec) }];
        }),
      };
    });
  }

  /** Lists the estimated ends of all unfinished builds. */
  async listEnds(): Promise<{ repoId: number; build: number; end: EstimateJson }[]> {
    const { nowSec, open, builds } = await this.shared.takeRecent(maxAgeMs);
    const ofBuilds = new Map(open.map((stage) => [stage.buildId, stage]));
    return [...ofBuilds].flatMap(([buildId, { repoId, buildNumber }]) => {
      const end = builds.get(buildId);
      return end ? [{ repoId, build: buildNumber, end: toJson(end, nowSec) }] : [];
    });
  }
}

async function estimate({ clock, histories, queuePort, contributed }: Deps): Promise<Reading> {
  const nowSec = clock.nowSec();
  const { open: all, waiting } = await queuePort.listWaiting();
  const isPaused = [...waiting.values()].some(({ reason }) => reason === 'paused');
  const open = all.slice(0, maxStages).filter((stage) => !isPaused || stage.machine !== '');
  const runners = (await askAll(contributed.connectedRunners, all)).flat();
  const paused = new Set((await askAll(contributed.pausedStages)).flat());
  const state = { nowSec, open, runners, paused, histories: await histories.read(open) };
  return { nowSec, open, ...(await runInSlices(estimateEnds({ ...state, random: Math.random }))) };
}

function toJson({ low, likely, high }: Estimate, nowSec: number): EstimateJson {
  const at = (sec: number) => Math.round(nowSec + sec);
  return { low: at(low), likely: at(likely), high: at(high) };
}
