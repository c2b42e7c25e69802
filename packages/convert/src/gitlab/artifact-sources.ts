import { findDependencies } from '../find-dependencies.ts';
import type { Stage } from '../model.ts';
import type { SourceNode } from '../source/source-node.ts';

/** A job of GitLab, with its pipeline. */
export interface Job {
  stage: Stage;
  node: SourceNode;
  /** Name of its stage on GitLab. */
  group: string;
}

/** A job gets the artifacts of the jobs that it names, or else those of all jobs in earlier stages. */
export function addArtifactSources(jobs: readonly Job[], groups: readonly string[]): void {
  const owners = jobs.filter(({ stage }) => stage.steps.some((step) => step.artifacts.length > 0));
  for (const job of jobs) {
    const { stage, group, node } = job;
    const at = groups.indexOf(group);
    const earlier = owners.filter((owner) => groups.indexOf(owner.group) < at);
    const named = namesIn(node);
    const sources = owners.filter((owner) =>
      named ? named.includes(owner.stage.name) : earlier.includes(owner),
    );
    const before = findDependencies(
      stage,
      jobs.map((each) => each.stage),
    );
    for (const { stage: source } of sources) {
      const isDependency = before.has(source.name);
      if (!isDependency && !earlier.some((owner) => owner.stage === source)) continue;
      if (!isDependency) stage.dependsOn.push(source.name);
      stage.artifactsFrom.push(source.name);
    }
  }
}

/** Returns the jobs whose artifacts a job names; undefined if it names none. */
function namesIn(node: SourceNode): string[] | undefined {
  const dependencies = node.get('dependencies');
  if (dependencies) {
    if (dependencies.isEmpty()) dependencies.mark();
    return dependencies.readTexts();
  }
  return node
    .get('needs')
    ?.items.filter((item) => item.get('artifacts')?.value !== 'false')
    .flatMap((item) => (item.kind === 'map' ? item.text('job') : item.readText()) ?? []);
}
