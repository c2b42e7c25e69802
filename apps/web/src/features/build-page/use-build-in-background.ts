import type { Build } from '@millrace/contract/api';
import { isFinished } from '@millrace/contract/vocabulary';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { buildQuery, type RepoName } from '../../api/build-queries.ts';
import { useMayStream } from '../../api/use-may-stream.ts';

const pollIntervalMs = 5000;

/**
 * Polls an unfinished build if no stream reports its changes, to keep the status in the tab's title current.
 */
export function useBuildInBackground(repo: RepoName, build: Build | undefined): void {
  const client = useQueryClient();
  const mayStream = useMayStream();
  const { namespace, name } = repo;
  const number = build && !isFinished(build.status) ? build.number : undefined;
  useEffect(() => {
    if (mayStream || number === undefined) return;
    const query = buildQuery({ namespace, name }, number);
    const timer = setInterval(() => void client.invalidateQueries(query), pollIntervalMs);
    return () => clearInterval(timer);
  }, [client, mayStream, namespace, name, number]);
}
