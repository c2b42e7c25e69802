import { planPipelines, readDryRunFile } from '@millrace/build-host/dry-run/plan-pipelines';
import { StartError } from '@millrace/node-kit/start-error';
import { formatProblem, matrixSourcesOf, namePipelineFile } from '@millrace/pipeline';
import type { ManualPermission } from '@millrace/pipeline/vocabulary';
import type { DryRunStep } from '@millrace/runner/dry-run';
import type { BuildFacts } from './build-facts.ts';
import { dryBuild, dryRepo, drySystem } from './dry-facts.ts';

/** A pipeline of the file, as planned for the simulated build. */
export interface DryRunPipeline {
  name: string;
  type: string;
  platform: { os: string; arch: string };
  depends_on: string[];
  runs: boolean;
  /** Reason why the pipeline does not run; null if it runs. */
  why_not: string | null;
  /** Outputs of earlier stages on which depends whether it runs; null if it does not depend on any. */
  only_if: string | null;
  /** Permission of people who may start the stage; absent for a stage that starts by itself. */
  manual?: ManualPermission;
  /** Pipelines whose outputs decide its stages; empty if the file does. */
  matrix_from: string[];
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
  const read = readDryRunFile(config);
  const errors = read.parsed.problems
    .filter(({ severity }) => severity === 'error')
    .map((problem) => namePipelineFile(file, config, formatProblem(problem)));
  if (errors.length > 0) throw new StartError(errors.join('\n'));
  const { pipelines } = planPipelines(read, {
    repo: dryRepo(facts),
    build: dryBuild(facts),
    changedPaths: facts.changedFiles,
    system: drySystem,
  });
  return pipelines.map(({ pipeline, stage, whyNot, onlyIf, steps }) => ({
    name: pipeline.name,
    type: pipeline.type,
    platform: { os: pipeline.platform.os, arch: pipeline.platform.arch },
    depends_on: stage?.dependsOn ?? pipeline.dependsOn,
    runs: whyNot === null,
    why_not: whyNot,
    only_if: onlyIf,
    ...(pipeline.manual ? { manual: pipeline.manual } : {}),
    matrix_from: matrixSourcesOf(pipeline),
    steps,
  }));
}
