import {
  explainConditions,
  formatProblem,
  namePipelineFile,
  parsePipelineFile,
} from '@millrace/contract/pipeline';
import type { StageDetails } from '@millrace/contract/runner';
import { StartError } from '@millrace/node-kit/start-error';
import { type DryRunStep, dryRunStage, PlanError } from '@millrace/runner/dry-run';
import { planStages } from '../../domain/plan-stages.ts';
import type { BuildFacts } from './build-facts.ts';
import { dryBuild, dryConditions, dryRepo, dryStage, drySystem } from './dry-facts.ts';

/** A pipeline of the file, as planned for the simulated build. */
export interface DryRunPipeline {
  name: string;
  type: string;
  platform: { os: string; arch: string };
  depends_on: string[];
  runs: boolean;
  /** Reason why the pipeline does not run; null if it runs. */
  why_not: string | null;
  steps: DryRunStep[];
}

/**
 * Plans a build like server and runner do: which steps run, and why others do not. Throws {@link StartError}
 * if no build could use the file.
 *
 * @param file name for error messages
 * @param config pipeline YAML, already converted if the file is a script
 */
export function planBuild(file: string, config: string, facts: BuildFacts): DryRunPipeline[] {
  const { pipelines, problems } = parsePipelineFile(config);
  const errors = problems
    .filter(({ severity }) => severity === 'error')
    .map((problem) => namePipelineFile(file, config, formatProblem(problem)));
  if (errors.length > 0) throw new StartError(errors.join('\n'));
  const repo = dryRepo(facts);
  const build = dryBuild(facts);
  const conditionFacts = dryConditions(facts);
  const stages = planStages(pipelines, conditionFacts);
  let next = 0;
  return pipelines.map((pipeline) => {
    const mismatch = explainConditions(pipeline.trigger, conditionFacts);
    const stage = mismatch === undefined ? stages[next++] : undefined;
    const distrust = facts.trusted ? undefined : pipeline.trustProblems[0];
    const dependsOn = stage?.dependsOn ?? pipeline.dependsOn;
    const details: StageDetails = {
      repo,
      build,
      stage: dryStage(pipeline, stage),
      config,
      secrets: [],
      ...(facts.changedFiles ? { changedPaths: facts.changedFiles } : {}),
      system: drySystem,
      netrc: null,
    };
    const { steps, error } = planSteps(details);
    const whyNot = mismatch ?? (distrust && formatProblem(distrust)) ?? error ?? null;
    return {
      name: pipeline.name,
      type: pipeline.type,
      platform: { os: pipeline.platform.os, arch: pipeline.platform.arch },
      depends_on: dependsOn,
      runs: whyNot === null,
      why_not: whyNot,
      steps,
    };
  });
}

/** Returns no steps if they cannot be ordered. */
function planSteps(details: StageDetails): { steps: DryRunStep[]; error?: string } {
  try {
    return { steps: dryRunStage(details) };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return { steps: [], error: error.message };
  }
}
