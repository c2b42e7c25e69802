import { findCycle } from './find-cycle.ts';
import type { Pipeline, Problem } from './pipeline.ts';

/** Creates a problem at the position of a pipeline in its file. */
export type ProblemMaker = (severity: Problem['severity'], message: string) => Problem;

/** Checks the pipelines of a file against each other. In a dependency cycle, stages would wait forever. */
export function checkPipelines(problemMakers: Map<Pipeline, ProblemMaker>): Problem[] {
  const problems: Problem[] = [];
  const pipelines = [...problemMakers.keys()];
  const names = new Set(pipelines.map((pipeline) => pipeline.name));
  const files = new Map<string, string | undefined>();
  for (const [pipeline, problem] of problemMakers) {
    const { file } = problem('warning', '');
    if (!files.has(pipeline.name)) files.set(pipeline.name, file);
    else problems.push(sameName(problem, pipeline.name, file, files.get(pipeline.name)));
    for (const name of pipeline.dependsOn.filter((dependency) => !names.has(dependency))) {
      const place = file === undefined ? 'this file' : 'these files';
      const message = `the pipeline "${name}" is not in ${place}; the dependency is ignored`;
      problems.push(problem('warning', message));
    }
  }
  problems.push(...checkParameters(problemMakers));
  const cycle = findCycle(pipelines);
  const first = pipelines.find((pipeline) => pipeline.name === cycle?.[0]);
  const makeProblem = first && problemMakers.get(first);
  if (cycle && makeProblem) {
    problems.push(makeProblem('error', `the pipelines ${cycle.join(' → ')} wait for each other`));
  }
  return problems;
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
