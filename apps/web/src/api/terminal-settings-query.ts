import { getTerminalSettings } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import type { RepoName } from './build-queries.ts';
import { callApi } from './call-api.ts';

/** Queries whether a repository keeps failed and paused steps for terminals. */
export function terminalSettingsQuery({ namespace, name }: RepoName) {
  return queryOptions({
    queryKey: ['terminal-settings', `${namespace}/${name}`],
    queryFn: ({ signal }) => callApi(getTerminalSettings, { params: { namespace, name }, signal }),
    meta: { quiet: true },
  });
}
