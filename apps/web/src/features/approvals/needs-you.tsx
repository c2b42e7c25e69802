import { type Build, listFeedBuilds, type Repo } from '@millrace/contract/api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { onBuildEvent } from '../../api/build-events.ts';
import { callApi } from '../../api/call-api.ts';
import { buildTarget } from '../../domain-ui/build-link.tsx';
import { waitsForApproval } from '../../domain-ui/manual-stage.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { approvalMessages } from './messages.ts';

/** Builds that are read; more are said to be more. */
const readBuilds = 25;

/** Builds that wait for a person. */
const waitingQuery = {
  queryKey: ['waiting-builds'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callApi(listFeedBuilds, {
      query: { status: 'blocked', per_page: String(readBuilds) },
      signal,
    }),
  // Without an answer, the page shows no link.
  meta: { quiet: true },
};

interface NeedsYouProps {
  /** Returns whether the viewer may decide about a build. */
  canDecide: (repo: Repo, build: Build) => boolean;
}

/** Links to the builds that wait for a decision of the viewer; nothing if there are none. */
export function NeedsYou({ canDecide }: NeedsYouProps) {
  const text = useTexts(approvalMessages);
  const client = useQueryClient();
  const { data = [] } = useQuery(waitingQuery);
  const follow = useEffectEvent(({ build }: { build: Build }) => {
    const isKnown = data.some((found) => found.build.id === build.id);
    if (isKnown || waitsForApproval(build)) void client.invalidateQueries(waitingQuery);
  });
  useEffect(() => onBuildEvent(follow), []);
  const waiting = data.filter(({ build, ...repo }) => canDecide(repo, build));
  const [first] = waiting;
  if (!first) return null;
  const target =
    waiting.length === 1
      ? buildTarget(first.slug, first.build)
      : { to: `${paths.buildsFeed}?status=blocked`, state: undefined };
  return (
    <Link className={buttonClass({ kind: 'primary' })} {...target}>
      {text.needsYou(waiting.length, waiting.length === readBuilds)}
    </Link>
  );
}
