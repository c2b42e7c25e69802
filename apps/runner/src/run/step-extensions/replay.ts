import type { StageDetails } from '@millrace/contract/runner';
import type { Pipeline } from '@millrace/pipeline';
import type { WorkspaceFiles } from '../../engines/engine.ts';
import type { PlannedStep } from '../../plan/stage-plan.ts';
import type { StepControl } from '../stage-control.ts';
import type { StageOutputs } from '../stage-outputs.ts';
import type { StageReporter } from '../stage-reporter.ts';
import { ReplayFiles } from './replay/replay-files.ts';
import type { ReportedStep, StepExtension } from './step-extension.ts';

interface ReplayedStage {
  reporter: StageReporter;
  control: StepControl;
  details: StageDetails;
  pipeline: Pipeline;
  outputs: StageOutputs;
}

/** Stores the files for a replay of a step that fails, if the server and the pipeline want it. */
export function createReplayExtension(stage: ReplayedStage): StepExtension {
  const { reporter, control, details, pipeline, outputs } = stage;
  if (!pipeline.storesReplayFiles || !details.replayFilesBytes) return {};
  const replay = new ReplayFiles(details.replayFilesBytes);
  const contextOf = ({ plan, id, log }: ReportedStep, files: WorkspaceFiles) => ({
    number: plan.number,
    stepId: id,
    files,
    reporter,
    addNote: (line: string) => log.addNote(line),
    signal: control.stopped,
  });
  return {
    onReady: async (step, files) => {
      if (canReplay(step.plan)) await replay.begin(contextOf(step, files), outputs.all);
    },
    onEnded: async (step, { files, hasSucceeded }) => {
      if (hasSucceeded) replay.end(step.plan);
      else await replay.store(contextOf(step, files));
    },
  };
}

function canReplay({ container, isDetached }: PlannedStep): boolean {
  return container !== undefined && !isDetached;
}
