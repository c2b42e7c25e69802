import type { Build, Stage } from '@millrace/contract/api';
import { isFinished } from '@millrace/contract/vocabulary';
import type { ReactNode } from 'react';
import { lazyPart } from '../domain-ui/lazy-part.tsx';
import { hasExtras } from '../lib/server-extras.ts';

const TimeLeft = lazyPart(() => import('../features/estimates/time-left.tsx'), 'TimeLeft', {
  missing: () => null,
});

/** Renders how long an unfinished build of a repository's page, or one of its stages, probably takes. */
export function renderTimeLeft(slug: string, build: Build, stage?: Stage): ReactNode {
  if (!hasTimeLeft(build, stage) || !hasExtras(build)) return null;
  return <TimeLeft slug={slug} build={build.number} stage={stage} />;
}

/** The same in a list of the builds of all repositories. */
export function renderTimeLeftOfMany(slug: string, build: Build): ReactNode {
  if (!hasTimeLeft(build)) return null;
  return <TimeLeft slug={slug} build={build.number} isOfMany />;
}

/** A build that pauses for a person takes as long as the person does. */
function hasTimeLeft(build: Build, stage?: Stage): boolean {
  return !isFinished((stage ?? build).status) && !build.pause_before;
}
