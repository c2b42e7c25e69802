import { newStage } from '@millrace/build-host/builds/new-build';
import { expandMatrix } from '@millrace/build-host/matrices/expand-matrix';
import { runTask } from '@millrace/build-host/pipeline-files/pipeline-tasks';
import type { Stage } from '@millrace/build-rules';
import type { StepOutput } from '@millrace/contract/step-outputs';
import { systemClock } from '@millrace/node-kit/clock';
import { errorMessage } from '@millrace/node-kit/error-message';
import {
  type ConditionFacts,
  type DecidedMatrices,
  fillMatrices,
  judgeFile,
  parsePipelineFile,
} from '@millrace/pipeline';
import type { LocalBuild } from './local-build.ts';

interface Deps {
  build: LocalBuild;
  config: string;
  facts: ConditionFacts;
  isTrusted: boolean;
  outputsOf: (stageId: number) => readonly StepOutput[];
  /** Called with the file that has the stages of all matrices that are decided. */
  onFilled: (config: string) => void;
}

/** Replaces placeholders of a local build by the stages of their matrices, when their outputs are known. */
export class LocalMatrices {
  private readonly deps: Deps;
  private decided: DecidedMatrices = {};

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async expandReady(): Promise<void> {
    const { build } = this.deps;
    for (let stage = build.findReadyPlaceholder(); stage; stage = build.findReadyPlaceholder()) {
      await this.expand(stage);
    }
  }

  private async expand(stage: Stage): Promise<void> {
    const { build, config, onFilled } = this.deps;
    const { expansion, decided } = await this.decide(stage).catch((error: unknown) => {
      return { expansion: { error: errorMessage(error) }, decided: {} };
    });
    this.decided = { ...this.decided, ...decided };
    // The runner may ask for the new stages at once.
    onFilled(fillMatrices(config, this.decided));
    build.send({ kind: 'expandStage', stageId: stage.id, expansion });
  }

  private async decide(stage: Stage) {
    const { build, config, facts, isTrusted, outputsOf } = this.deps;
    const now = systemClock.nowSec();
    return expandMatrix(
      stage,
      { config, matrices: this.decided },
      {
        outputsOf: (name) => {
          const source = build.stages.find((each) => each.name === name);
          return source && outputsOf(source.id);
        },
        run: runTask,
        judge: (text) => judgeFile(parsePipelineFile(text), facts),
        isTrusted,
        toNewStage: (planned) => newStage(stage.repoId, planned, { now, infrastructureRetries: 0 }),
      },
    );
  }
}
