import type { StageDetails } from '@millrace/contract/runner';
import type { Pipeline, PipelineStep } from '@millrace/pipeline';
import { baseEnvironment, textValues } from '../plan/environment.ts';
import { findPipeline, requireTrust, stepsInput } from '../plan/find-pipeline.ts';
import { requirePluginTrust } from '../plan/privileged-plugins.ts';
import { requireClusterVolumes } from '../plan/require-cluster-volumes.ts';
import { requirePodOptions } from '../plan/require-pod-options.ts';
import type { Environment } from '../plan/stage-plan.ts';
import type { StageRun } from './stage-run.ts';

/** A stage that may run. */
export interface ReadStage {
  details: StageDetails;
  pipeline: Pipeline;
  /** Steps that the conditions of the pipeline file include. */
  included: ReadonlySet<PipelineStep>;
  startedAtSec: number;
  base: Environment;
}

/** Reads the pipeline of a stage. Throws if the stage may not run it. */
export async function readStage(details: StageDetails, run: StageRun): Promise<ReadStage> {
  const { clock, machine, settings } = run;
  const startedAtSec = (run.orphaned && details.stage.started) || clock.nowSec();
  const base = baseEnvironment({ details, machine, startedAtSec });
  const input = stepsInput(details, textValues(base, details.build.params));
  const steps = await run.readSteps(details, input);
  const { included } = steps;
  const pipeline = findPipeline(steps, details);
  requireTrust(pipeline, details);
  requirePodOptions(pipeline, details.repo, settings.kubernetes);
  if (pipeline.type !== 'exec') requireClusterVolumes(pipeline, settings.kubernetes?.pods);
  requirePluginTrust(included, pipeline, { details, settings });
  return { details, pipeline, included, startedAtSec, base };
}
