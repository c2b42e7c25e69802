import {
  type DryRunBuild,
  type PlannedPipeline,
  planPipelines,
  readDryRunFile,
} from '@millrace/build-host/dry-run/plan-pipelines';
import type {
  Build,
  PipelineProblem,
  PlannedBuild,
  PlannedPipeline as PlannedPipelineJson,
} from '@millrace/contract/api';
import { shortenText } from '@millrace/node-kit/truncate-text';
import { matrixSourcesOf, parsePipelineFile } from '@millrace/pipeline';
import { maxReason } from './shorten-tests.ts';

/** A build that does not exist, with the position in `texts` of the file as converted for it. */
interface SimulatedBuild {
  build: Build;
  text: number;
  /** Why the file could not be converted for this build; empty if it could. */
  error: string;
}

export interface PlanInput extends Pick<DryRunBuild, 'repo' | 'system'> {
  /** The edited file as written. */
  source: string;
  /** Whether the source is YAML. A script has no findings at its lines. */
  isYaml: boolean;
  texts: readonly string[];
  builds: readonly SimulatedBuild[];
}

export interface PlansOfFile {
  problems: PipelineProblem[];
  builds: PlannedBuild[];
}

/** Plans builds under an edited file, without knowing their changed files. */
export function planFile({ source, isYaml, texts, builds, repo, system }: PlanInput): PlansOfFile {
  const files = texts.map((text) => readDryRunFile(text));
  return {
    problems: isYaml ? parsePipelineFile(source).problems : [],
    builds: builds.map(({ build, text, error }): PlannedBuild => {
      const { event, ref } = build;
      const file = files[text];
      if (!file || error) return { event, ref, error, pipelines: [] };
      const planned = planPipelines(file, { repo, build, system });
      const pipelines = planned.error ? [] : planned.pipelines.map(toJson);
      return { event, ref, error: planned.error, pipelines };
    }),
  };
}

function toJson({ pipeline, stage, whyNot, onlyIf, steps }: PlannedPipeline): PlannedPipelineJson {
  return {
    name: pipeline.name,
    type: pipeline.type,
    depends_on: stage?.dependsOn ?? pipeline.dependsOn,
    runs: whyNot === null,
    ...shortenReasons({ why_not: whyNot, only_if: onlyIf }),
    ...(pipeline.manual ? { manual: pipeline.manual } : {}),
    ...(pipeline.matrixSources.length > 0 ? { matrix_from: matrixSourcesOf(pipeline) } : {}),
    steps: steps.map(({ name, kind, run, depends_on, repositories, ...reasons }) => ({
      name,
      kind,
      run,
      depends_on,
      ...shortenReasons(reasons),
      ...(repositories ? { repositories } : {}),
    })),
  };
}

function shortenReasons({ why_not, only_if }: Pick<PlannedPipelineJson, 'why_not' | 'only_if'>) {
  return {
    why_not: why_not && shortenText(why_not, maxReason),
    only_if: only_if && shortenText(only_if, maxReason),
  };
}
