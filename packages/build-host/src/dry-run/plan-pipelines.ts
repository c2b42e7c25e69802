import type { Build, Repo } from '@millrace/contract/api';
import type { StageDetails } from '@millrace/contract/runner';
import {
  describeOutputs,
  explainConditions,
  findFileRefusal,
  judgeFile,
  matchingGroups,
  type Pipeline,
  type PipelineFile,
  type PlannedStage,
  parsePipelineFile,
} from '@millrace/pipeline';
import { type DryRunStep, dryRunStage, PlanError, stageFacts } from '@millrace/runner/dry-run';
import { dryStage } from './dry-stage.ts';

/** A pipeline file of which a build, or several, are planned. */
export interface DryRunFile {
  text: string;
  /** The file without the values of a build. */
  parsed: PipelineFile;
}

/** The build that is planned, and the server that would run it. */
export interface DryRunBuild extends Pick<StageDetails, 'repo' | 'build' | 'system'> {
  repo: Repo;
  build: Build;
  /** Undefined if they are unknown. */
  changedPaths?: string[] | undefined;
}

/** A pipeline of the file, as planned for a build. */
export interface PlannedPipeline {
  pipeline: Pipeline;
  /** Undefined if its trigger excludes the build. */
  stage: PlannedStage | undefined;
  /** Reason why it does not run; null if it runs. */
  whyNot: string | null;
  /** Outputs of earlier stages on which depends whether it runs; null if it does not depend on any. */
  onlyIf: string | null;
  /** Empty if they cannot be ordered. */
  steps: DryRunStep[];
}

export function readDryRunFile(text: string): DryRunFile {
  return { text, parsed: parsePipelineFile(text) };
}

/** Result of server and runner for a file and a build. */
export interface PlannedFile {
  /** Why the file starts no build; empty if it does, or if no pipeline is for the build. */
  error: string;
  /** Empty if the file has errors. */
  pipelines: PlannedPipeline[];
}

/** Plans a build like server and runner do: which steps run, and why others do not. */
export function planPipelines(file: DryRunFile, planned: DryRunBuild): PlannedFile {
  const { repo, build, system, changedPaths } = planned;
  const { pipelines } = file.parsed;
  const shared = {
    repo,
    system,
    config: file.text,
    secrets: [],
    netrc: null,
    ...(changedPaths ? { changedPaths } : {}),
  };
  const facts = stageFacts({ ...shared, build });
  const judged = judgeFile(file.parsed, facts);
  const refusal = findFileRefusal(judged, repo);
  if (judged.errors.length > 0) return { error: refusal, pipelines: [] };
  const { stages } = judged;
  let next = 0;
  const matched = pipelines.map((pipeline) => {
    const mismatch = explainConditions(pipeline.trigger, facts);
    const stage = mismatch === undefined ? stages[next++] : undefined;
    return { pipeline, mismatch, stage, details: dryStage(pipeline, stage) };
  });
  // By the stages before it, a runner recognizes the pipeline of a stage among those with the same name.
  const ofBuild = matched.flatMap(({ stage, details }) => (stage ? [details] : []));
  const parse = hasExpressions(file) ? parsePipelineFile : () => file.parsed;
  const ofFile = matched.map(({ pipeline, mismatch, stage, details }) => {
    const { steps, error } = planSteps(
      { ...shared, build: { ...build, stages: ofBuild }, stage: details },
      parse,
    );
    const whyNot = mismatch ?? (refusal || error) ?? null;
    const onlyIf = describeOutputs(matchingGroups(pipeline.trigger, facts)) ?? null;
    return { pipeline, stage, whyNot, onlyIf: whyNot === null ? onlyIf : null, steps };
  });
  return { error: refusal, pipelines: ofFile };
}

/** Without expressions, the file is the same for every build, and is not parsed again for each stage. */
function hasExpressions({ text }: DryRunFile): boolean {
  return text.includes('${');
}

/** Returns no steps if they cannot be ordered. */
function planSteps(
  details: StageDetails,
  parse: typeof parsePipelineFile,
): { steps: DryRunStep[]; error?: string } {
  try {
    return { steps: dryRunStage(details, parse) };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return { steps: [], error: error.message };
  }
}
