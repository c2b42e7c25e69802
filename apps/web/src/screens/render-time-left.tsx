import type { Build } from '@millrace/contract/api';
import { isFinished } from '@millrace/contract/vocabulary';
import type { ReactNode } from 'react';
import { lazyPart } from '../domain-ui/lazy-part.tsx';
import { hasExtras } from '../lib/server-extras.ts';

const TimeLeft = lazyPart(() => import('../features/estimates/time-left.tsx'), 'TimeLeft', {
  missing: () => null,
});

/** Renders how long an unfinished build of a repository's page probably takes. */
export function renderTimeLeft(slug: string, build: Build): ReactNode {
  if (isFinished(build.status) || !hasExtras(build)) return null;
  return <TimeLeft slug={slug} build={build.number} />;
}

/** The same in a list of the builds of all repositories. */
export function renderTimeLeftOfMany(slug: string, build: Build): ReactNode {
  if (isFinished(build.status)) return null;
  return <TimeLeft slug={slug} build={build.number} isOfMany />;
}
