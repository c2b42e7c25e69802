import { type Build, listFeedBuilds, type Repo, type User } from '@millrace/contract/api';
import { starterOf } from '@millrace/contract/starter-of';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserCheck } from 'lucide';
import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { onBuildEvent } from '../../api/build-events.ts';
import { callApi } from '../../api/call-api.ts';
import { buildTarget } from '../../domain-ui/build-link.tsx';
import { waitsForApproval } from '../../domain-ui/manual-stage.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { servedConfig } from '../../lib/page-config.ts';
import { paths } from '../../lib/paths.ts';
import { mobileQuery, useMediaQuery } from '../../lib/use-media-query.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
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

/** Links to the builds that wait for a decision of the viewer; nothing if there are none. */
export function NeedsYou({ user }: { user: User }) {
  const text = useTexts(approvalMessages);
  // The title needs the room.
  const isMobile = useMediaQuery(mobileQuery);
  const client = useQueryClient();
  const { data = [] } = useQuery(waitingQuery);
  const follow = useEffectEvent(({ build }: { build: Build }) => {
    const isKnown = data.some((found) => found.build.id === build.id);
    if (isKnown || waitsForApproval(build)) void client.invalidateQueries(waitingQuery);
  });
  useEffect(() => onBuildEvent(follow), []);
  const waiting = data.filter(({ build, ...repo }) => mayDecide(user, repo, starterOf(build)));
  const [first] = waiting;
  if (!first) return null;
  const target =
    waiting.length === 1
      ? buildTarget(first.slug, first.build)
      : { to: `${paths.buildsFeed}?status=blocked`, state: undefined };
  const name = text.needsYou(waiting.length, waiting.length === readBuilds);
  return (
    <Link
      className={buttonClass({ kind: 'primary' })}
      {...(isMobile ? { 'aria-label': name, title: name } : {})}
      {...target}
    >
      <Icon icon={UserCheck} />
      {isMobile ? waiting.length : name}
    </Link>
  );
}

function mayDecide(
  user: User,
  { permissions }: Pick<Repo, 'permissions'>,
  starter: string,
): boolean {
  if (servedConfig?.approvals !== 'admins') return user.admin || permissions?.write === true;
  return (user.admin || permissions?.admin === true) && starter !== user.login;
}
