import type { Build } from '@millrace/contract/api';
import { paths } from '../lib/paths.ts';
import { listFailures } from './build-stages.ts';

type Focus = NonNullable<Build['focus']>;

/** The step of a build that people look for: the first that failed, or the first that runs. */
export function focusOf(build: Build): Focus | undefined {
  const { status, stages = [] } = build;
  // Events bring the stages, lists the answer of the server.
  if (stages.length === 0) return build.focus;
  if (status === 'running') return findRunning(build);
  const [failure] = listFailures(build);
  return failure && { stage: failure.stage, step: failure.step };
}

export function findRunning({ stages = [] }: Build): Focus | undefined {
  for (const { number: stage, steps = [] } of stages) {
    const step = steps.find(({ status }) => status === 'running');
    if (step) return { stage, step: step.number };
  }
  return undefined;
}

/** Leads to the step that people look for; to the build where it has none. */
export function focusPath(slug: string, build: Build): string {
  const focus = focusOf(build);
  return paths.build(slug, build.number, focus?.stage, focus?.step);
}
