import type { Build } from '@millrace/contract/api';
import { paths } from '../lib/paths.ts';
import { listFailures } from './build-stages.ts';

type Focus = NonNullable<Build['focus']>;

/** Returns the step that viewers most likely look for: the first failed one, or else the first running one. */
export function focusOf(build: Build): Focus | undefined {
  const { status, stages = [] } = build;
  // Builds of events have stages. Builds of lists have none, but the focus computed by the server.
  if (stages.length === 0) return build.focus;
  return findFailed(build) ?? (status === 'running' ? findRunning(build) : undefined);
}

function findFailed(build: Build): Focus | undefined {
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

/** Returns the path of the step that viewers most likely look for, or else of the build. */
export function focusPath(slug: string, build: Build): string {
  const focus = focusOf(build);
  return paths.build(slug, build.number, focus?.stage, focus?.step);
}
