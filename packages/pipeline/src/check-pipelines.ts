import { findCycle } from './find-cycle.ts';
import { maxProblems } from './limits.ts';
import { createNameHint } from './name-hint.ts';
import type { Pipeline, Problem } from './pipeline.ts';

/** Creates a problem at the position of a pipeline in its file, or of one of its dependencies. */
export type ProblemMaker = (
  severity: Problem['severity'],
  message: string,
  dependency?: string,
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
    return isPartial
      ? problem('warning', `${message}; an included file or a template must have it`, name)
      : problem('error', `${message}${hint(name)}`, name);
  });
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
