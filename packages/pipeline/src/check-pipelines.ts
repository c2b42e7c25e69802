import { findCycle } from './find-cycle.ts';
import type { DependencyKey } from './find-dependency.ts';
import { maxProblems } from './limits.ts';
import { createNameHint } from './name-hint.ts';
import type { Pipeline, Problem } from './pipeline.ts';
import { withDependencies } from './with-dependencies.ts';

/** Creates a problem at the position of a pipeline in its file, or of an entry that names another one. */
export type ProblemMaker = (
  severity: Problem['severity'],
  message: string,
  named?: { key: DependencyKey; name: string },
) => Problem;

export interface FileFacts {
  /** Names that the file gives to its pipelines, without the values of a matrix. */
  givenNames: readonly string[];
  /** True if documents of other files or of templates are not inserted yet. */
  isPartial: boolean;
}

/**
 * Checks the pipelines of a file against each other. Without its dependency, a stage would run too early; in a
 * dependency cycle, stages would wait forever.
 */
export function checkPipelines(
  problemMakers: Map<Pipeline, ProblemMaker>,
  facts: FileFacts,
): Problem[] {
  const problems: Problem[] = [];
  const pipelines = [...problemMakers.keys()];
  const files = new Map<string, string | undefined>();
  for (const [pipeline, problem] of problemMakers) {
    const { file } = problem('warning', '');
    if (!files.has(pipeline.name)) files.set(pipeline.name, file);
    else problems.push(sameName(problem, pipeline.name, file, files.get(pipeline.name)));
  }
  problems.push(...checkDependencies(problemMakers, facts));
  problems.push(...checkArtifactSources(problemMakers, facts));
  problems.push(...checkMatrixSources(problemMakers, facts));
  problems.push(...checkParameters(problemMakers));
  const cycle = findCycle(pipelines);
  const first = pipelines.find((pipeline) => pipeline.name === cycle?.[0]);
  const makeProblem = first && problemMakers.get(first);
  if (cycle && makeProblem) {
    const message =
      cycle.length === 2
        ? `the pipeline "${cycle[0]}" depends on itself`
        : `the pipelines ${cycle.join(' → ')} wait for each other`;
    problems.push(makeProblem('error', message));
  }
  return problems;
}

function checkDependencies(
  problemMakers: ReadonlyMap<Pipeline, ProblemMaker>,
  { givenNames, isPartial }: FileFacts,
): Problem[] {
  const names = new Set([...problemMakers.keys()].map((pipeline) => pipeline.name));
  const hint = createNameHint([...new Set([...givenNames, ...names])]);
  const missing = [...problemMakers].flatMap(([{ dependsOn }, problem]) =>
    dependsOn.filter((name) => !names.has(name)).map((name) => ({ name, problem })),
  );
  return missing.slice(0, maxProblems).map(({ name, problem }) => {
    const scope = problem('warning', '').file === undefined ? 'this file' : 'these files';
    const message = `the pipeline "${name}" is not in ${scope}`;
    const named = { key: 'depends_on', name } as const;
    return isPartial
      ? problem('warning', `${message}; an included file or a template must have it`, named)
      : problem('error', `${message}${hint(name)}`, named);
  });
}

/** A pipeline may only take artifacts of those that have finished when it starts. */
function checkArtifactSources(
  problemMakers: ReadonlyMap<Pipeline, ProblemMaker>,
  { isPartial }: FileFacts,
): Problem[] {
  // A pipeline of an included file or a template may be between them.
  const severity = isPartial ? 'warning' : 'error';
  const listBefore = createBeforeList([...problemMakers.keys()]);
  const problems: Problem[] = [];
  for (const [pipeline, problem] of problemMakers) {
    if (pipeline.artifactsFrom.length === 0) continue;
    const before = listBefore(pipeline);
    for (const { pipeline: name, stages } of pipeline.artifactsFrom) {
      if (stages.every((stage) => before.has(stage))) continue;
      const message = `artifacts_from: "${pipeline.name}" does not depend on "${name}"; add it to depends_on`;
      problems.push(problem(severity, message, { key: 'artifacts_from', name }));
    }
  }
  return problems.slice(0, maxProblems);
}

/** Returns a function that lists the names of all pipelines that finish before one. */
function createBeforeList(pipelines: readonly Pipeline[]): (pipeline: Pipeline) => Set<string> {
  const dependencies = new Map<string, string[]>();
  for (const { name, dependsOn } of pipelines) {
    dependencies.set(name, [...(dependencies.get(name) ?? []), ...dependsOn]);
  }
  return ({ dependsOn }) => withDependencies(dependsOn, (name) => dependencies.get(name) ?? []);
}

/** Outputs decide the values of a matrix if they come from one stage that has finished before. */
function checkMatrixSources(
  problemMakers: ReadonlyMap<Pipeline, ProblemMaker>,
  { givenNames, isPartial }: FileFacts,
): Problem[] {
  const pipelines = [...problemMakers.keys()];
  if (pipelines.every(({ matrixSources }) => matrixSources.length === 0)) return [];
  const severity = isPartial ? 'warning' : 'error';
  const listBefore = createBeforeList(pipelines);
  const byName = Map.groupBy(pipelines, ({ name }) => name);
  const hint = createNameHint(givenNames);
  const problems: Problem[] = [];
  for (const [pipeline, problem] of problemMakers) {
    const { name, matrixSources } = pipeline;
    for (const { variable, pipeline: source } of matrixSources) {
      const add = (message: string, kind: Problem['severity'] = 'error') =>
        problems.push(
          problem(kind, `matrix.${variable}: ${message}`, { key: 'matrix', name: variable }),
        );
      const [first] = byName.get(source) ?? [];
      if (!first && givenNames.includes(source)) {
        add(`"${source}" has a matrix, and each of its stages has outputs of its own`);
      } else if (!first)
        add(`the pipeline "${source}" is not in this file${hint(source)}`, severity);
      else if (first.matrixSources.length > 0) {
        add(`"${source}" has a matrix, and each of its stages has outputs of its own`);
      } else if (!listBefore(pipeline).has(source)) {
        add(`"${name}" does not depend on "${source}"; add it to depends_on`, severity);
      }
      if ((byName.get(name) ?? []).length > 1) {
        add(`two pipelines are named "${name}"; give this one a name of its own`);
      }
    }
  }
  return problems.slice(0, maxProblems);
}

/** Within one file, existing servers accept a name twice. */
function sameName(
  problem: ProblemMaker,
  name: string,
  file: string | undefined,
  firstFile: string | undefined,
): Problem {
  return file === firstFile
    ? problem('warning', `a second pipeline is named "${name}"`)
    : problem('error', `${firstFile} has a pipeline named "${name}" too`);
}

/** Parameters are shared: people enter one value for all pipelines. */
function checkParameters(problemMakers: Map<Pipeline, ProblemMaker>): Problem[] {
  const problems: Problem[] = [];
  const first = new Map<string, { declared: string; pipeline: string }>();
  for (const [pipeline, problem] of problemMakers) {
    for (const parameter of pipeline.parameters) {
      const declared = JSON.stringify(parameter);
      const other = first.get(parameter.name);
      if (!other) first.set(parameter.name, { declared, pipeline: pipeline.name });
      else if (other.declared !== declared) {
        const message = `the parameter "${parameter.name}" is declared differently in the pipeline "${other.pipeline}", which takes precedence`;
        problems.push(problem('warning', message));
      }
    }
  }
  return problems;
}
