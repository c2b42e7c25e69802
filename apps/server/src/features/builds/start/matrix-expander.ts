import { newStage, requestFrom } from '@millrace/build-host/builds/new-build';
import { type ExpandedMatrix, expandMatrix } from '@millrace/build-host/matrices/expand-matrix';
import type { PipelineReader } from '@millrace/build-host/pipeline-files/pipeline-reader';
import { isReadyToExpand, type Stage } from '@millrace/build-rules';
import { AppError } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { BuildStore } from '../../../builds/build-store.ts';
import type { ChangeBuild } from '../../../builds/change-build.ts';
import type { StageStore } from '../../../builds/stage-store.ts';
import type { Contributed } from '../../../contributions.ts';
import type { Loop } from '../../../jobs/loop.ts';
import { WorkLoop } from '../../../jobs/work-loop.ts';
import type { RepoStore } from '../../../repositories/repo-store.ts';
import { askAll } from '../../../shared/ask.ts';
import type { Bus } from '../../../shared/bus.ts';
import { whileBusy } from '../../../shared/while-busy.ts';
import type { ReadStages } from './read-stages.ts';

/** Interval at which all builds are looked at, in case an event was lost. */
const fullEverySec = 30;

interface Deps {
  builds: BuildStore;
  stages: StageStore;
  repos: RepoStore;
  changeBuild: ChangeBuild;
  pipelineReader: PipelineReader;
  readStages: ReadStages;
  contributed: Pick<Contributed, 'stageOutputs'>;
  /** Further tries of stages after failures of the infrastructure. */
  infrastructureRetries: number;
  bus: Bus;
  clock: Clock;
  logger: Logger;
}

/**
 * Replaces placeholders by the stages of their matrices, when the stages that they depend on have finished. Placeholders
 * are found in the database, so none is forgotten after a crash. Files are read before the transaction, which checks
 * that the placeholder still waits.
 */
export class MatrixExpander implements Loop {
  private readonly deps: Deps;
  private readonly loop: WorkLoop<Stage>;
  /** Ids of builds that may have a placeholder that is ready: many may wait while few change. */
  private changed = new Set<number>();
  /** Time of the next look at all builds, in Unix seconds. */
  private nextFull = 0;
  private unsubscribe: (() => void)[] = [];

  constructor(deps: Deps) {
    this.deps = deps;
    this.loop = new WorkLoop({
      ...deps,
      listDue: (nowSec) => this.listReady(nowSec),
      findNextDue: async () => undefined,
      // An error about one build must not delay the others.
      placeOf: ({ buildId }) => buildId,
      work: (stage) => whileBusy(() => this.expand(stage)),
    });
  }

  run(): void {
    const { bus } = this.deps;
    // Another server may have done this work.
    this.nextFull = 0;
    this.unsubscribe = [
      bus.subscribe('buildChanged', ({ buildId }) => {
        this.changed.add(buildId);
        this.loop.wake();
      }),
      bus.subscribe('eventsMissed', () => {
        this.nextFull = 0;
        this.loop.wake();
      }),
    ];
    this.loop.run();
  }

  stop(): Promise<void> {
    for (const end of this.unsubscribe) end();
    return this.loop.stop();
  }

  private async listReady(nowSec: number): Promise<Stage[]> {
    const isFull = nowSec >= this.nextFull;
    if (isFull) this.nextFull = nowSec + fullEverySec;
    const { changed } = this;
    // Changes during the reads are for the next list.
    this.changed = new Set();
    const waiting = await this.deps.stages.listPlaceholders(isFull ? undefined : [...changed]);
    const ready: Stage[] = [];
    for (const [buildId, ofBuild] of Map.groupBy(waiting, (stage) => stage.buildId)) {
      const all = await this.deps.stages.list(buildId);
      const ofReady = ofBuild.filter((stage) => isReadyToExpand(stage, all));
      // Placeholders of a build are expanded one after another, and those that fail are due again.
      if (ofReady.length > 0) this.changed.add(buildId);
      ready.push(...ofReady);
    }
    return ready;
  }

  private async expand(stage: Stage): Promise<void> {
    const { expansion, decided } = await this.decide(stage);
    await this.deps.changeBuild.expandStage(stage, expansion, decided);
  }

  private async decide(stage: Stage): Promise<ExpandedMatrix> {
    const { builds, stages, repos, pipelineReader, readStages, clock } = this.deps;
    const { contributed, infrastructureRetries } = this.deps;
    const { buildId, repoId } = stage;
    const [build, repo] = [await builds.findById(buildId), await repos.findById(repoId)];
    if (!build || !repo) return { expansion: { stages: [] }, decided: {} };
    const { config, matrices = {}, changedPaths } = await builds.findFile(buildId);
    const all = await stages.list(buildId);
    const ids = all.map(({ id }) => id);
    const outputs = await askAll(contributed.stageOutputs, ids);
    const now = clock.nowSec();
    try {
      return await expandMatrix(
        stage,
        { config, matrices },
        {
          outputsOf: (name) => {
            const source = all.find((each) => each.name === name);
            return source && outputs.flatMap((each) => each.get(source.id) ?? []);
          },
          run: (task) => pipelineReader.run(repo.slug, task),
          judge: (text) => readStages(repo, requestFrom(build), { config: text, changedPaths }),
          isTrusted: repo.trusted,
          toNewStage: (planned) => newStage(repoId, planned, { now, infrastructureRetries }),
        },
      );
    } catch (error) {
      // The file exceeds a limit.
      if (!(error instanceof AppError)) throw error;
      return { expansion: { error: error.message }, decided: {} };
    }
  }
}
