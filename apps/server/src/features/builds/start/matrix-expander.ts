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
  private unsubscribe = () => {};

  constructor(deps: Deps) {
    this.deps = deps;
    this.loop = new WorkLoop({
      ...deps,
      listDue: () => this.listReady(),
      findNextDue: async () => undefined,
      // An error about one build must not delay the others.
      placeOf: ({ buildId }) => buildId,
      work: (stage) => whileBusy(() => this.expand(stage)),
    });
  }

  run(): void {
    const topics = ['buildChanged', 'eventsMissed'] as const;
    this.unsubscribe = this.deps.bus.subscribeToAny(topics, () => this.loop.wake());
    this.loop.run();
  }

  stop(): Promise<void> {
    this.unsubscribe();
    return this.loop.stop();
  }

  /** Expands all placeholders that are ready now. */
  runOnce(): Promise<void> {
    return this.loop.runOnce();
  }

  private async listReady(): Promise<Stage[]> {
    const { stages } = this.deps;
    const waiting = await stages.listPlaceholders();
    const ready: Stage[] = [];
    for (const [buildId, ofBuild] of Map.groupBy(waiting, (stage) => stage.buildId)) {
      const all = await stages.list(buildId);
      ready.push(...ofBuild.filter((stage) => isReadyToExpand(stage, all)));
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
