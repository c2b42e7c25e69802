import { findCycle } from './find-cycle.ts';
import type { Pipeline, Problem } from './pipeline.ts';

/** Makes a problem at a pipeline's place in its file. */
export type ProblemMaker = (severity: Problem['severity'], message: string) => Problem;

/** What is wrong between the pipelines of a file. A circle would leave stages waiting for ever. */
export function checkPipelines(places: Map<Pipeline, ProblemMaker>): Problem[] {
  const problems: Problem[] = [];
  const pipelines = [...places.keys()];
  const names = new Set(pipelines.map((pipeline) => pipeline.name));
  const seen = new Set<string>();
  for (const [pipeline, problem] of places) {
    if (seen.has(pipeline.name)) {
      problems.push(problem('warning', `a second pipeline is named "${pipeline.name}"`));
    }
    seen.add(pipeline.name);
    for (const name of pipeline.dependsOn.filter((dependency) => !names.has(dependency))) {
      const message = `the pipeline "${name}" is not in this file; it is not waited for`;
      problems.push(problem('warning', message));
    }
  }
  const cycle = findCycle(pipelines);
  const first = pipelines.find((pipeline) => pipeline.name === cycle?.[0]);
  const place = first && places.get(first);
  if (cycle && place) {
    problems.push(place('error', `the pipelines ${cycle.join(' → ')} wait for each other`));
  }
  return problems;
}
