import { buildStreamPath, type RepoEvent } from '@millrace/contract/stream';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { cacheBuild } from '../api/build-cache.ts';
import { publishBuildEvent } from '../api/build-events.ts';
import { refetchPending } from '../api/refetch-pending.ts';
import { streamUrl } from '../api/server-address.ts';
import { openLiveStream } from '../api/stream-hub/open-stream.ts';
import { updateCached } from '../api/update-cached.ts';
import { useMayStream } from '../api/use-may-stream.ts';
import { updateRepo, updateRepoList } from '../features/repos/repo-live-update.ts';
import { repoListQuery, repoQuery } from '../features/repos/repo-queries.ts';
import { currentUserQuery } from '../features/sign-in/session-queries.ts';
import { logError } from '../lib/log-error.ts';
import { checkForNewVersion } from '../lib/new-version.ts';
import { throttleEvents } from './throttle-events.ts';

/** State of the event stream. A short interruption does not count as `down`. */
export type Connection = 'up' | 'down' | 'offline';

const shortLossMs = 3000;

/** Updates cached queries from the server's event stream. */
export function useLiveUpdates(): Connection {
  const client = useQueryClient();
  const [isLost, setIsLost] = useState(false);
  const isDown = useDelayedTrue(isLost, shortLossMs);
  const mayStream = useMayStream();
  useEffect(() => {
    if (!mayStream) return;
    // Refetch the list when an event is from an unlisted repository, because it may be new. Do so only once
    // for each repository: the list omits repositories of other accounts.
    const refetchedFor = new Set<string>();
    let wasAway = false;
    const throttled = throttleEvents((event) => {
      applyEvent(client, event);
      if (refetchedFor.has(event.slug) || !isUnlisted(client, event)) return;
      refetchedFor.add(event.slug);
      void client.invalidateQueries(repoListQuery);
    });
    const close = openLiveStream(streamUrl(buildStreamPath), {
      onMessage: (data) => {
        const event = readEvent(data);
        if (event) throttled.add(event);
      },
      // Events may have been missed before the stream was connected.
      onOpen: () => {
        setIsLost(false);
        void refetch(client, wasAway);
        if (wasAway) void checkForNewVersion();
        wasAway = false;
      },
      onLost: () => {
        setIsLost(true);
        wasAway = true;
      },
    });
    return () => {
      close();
      throttled.end();
    };
  }, [client, mayStream]);
  const isOnline = useSyncExternalStore(onLineChange, () => navigator.onLine);
  if (!isOnline) return 'offline';
  return isDown ? 'down' : 'up';
}

/**
 * Refetches the queries of the page. Failed queries, and the account, which no event changes, are only refetched
 * after the stream was disconnected: otherwise an error is final. A missing session stays missing until the page
 * is reloaded.
 */
async function refetch(client: QueryClient, wasAway: boolean): Promise<void> {
  const isDue = ({ state, queryKey }: Query) =>
    state.data !== null &&
    (wasAway || (state.status !== 'error' && queryKey !== currentUserQuery.queryKey));
  const refetched = refetchPending(client, { type: 'active' }, isDue);
  const filters = { type: 'active', predicate: isDue } as const;
  await client.invalidateQueries(filters, { cancelRefetch: false });
  await refetched;
}

function onLineChange(notify: () => void): () => void {
  addEventListener('online', notify);
  addEventListener('offline', notify);
  return () => {
    removeEventListener('online', notify);
    removeEventListener('offline', notify);
  };
}

/** Returns true once `isTrue` has been true for `ms` milliseconds. */
function useDelayedTrue(isTrue: boolean, ms: number): boolean {
  const [hasElapsed, setHasElapsed] = useState(false);
  useEffect(() => {
    if (!isTrue) return setHasElapsed(false);
    const timer = setTimeout(() => setHasElapsed(true), ms);
    return () => clearTimeout(timer);
  }, [isTrue, ms]);
  return isTrue && hasElapsed;
}

export function applyEvent(client: QueryClient, event: RepoEvent): void {
  const { namespace, name, build } = event;
  updateCached(client, repoListQuery, (repos) => updateRepoList(repos, event));
  updateCached(client, repoQuery(namespace, name), (repo) => updateRepo(repo, event));
  cacheBuild(client, { namespace, name }, build);
  publishBuildEvent(event);
}

function isUnlisted(client: QueryClient, { slug }: RepoEvent): boolean {
  const repos = client.getQueryData(repoListQuery.queryKey);
  return repos?.every((repo) => repo.slug !== slug) ?? false;
}

function readEvent(data: string): RepoEvent | null {
  try {
    const event: Partial<RepoEvent> | null = JSON.parse(data);
    return event?.slug && event.build ? (event as RepoEvent) : null;
  } catch (error) {
    logError(error);
    return null;
  }
}
