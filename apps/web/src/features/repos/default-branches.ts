import { type DefaultBranch, listDefaultBranches } from '@millrace/contract/api';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { onBuildEvent } from '../../api/build-events.ts';
import { callApi } from '../../api/call-api.ts';
import { updateCached } from '../../api/update-cached.ts';
import { hasServerExtras } from '../../lib/server-kind.ts';
import { isHistoryChanged, updateDefaultBranches } from './default-branch-live-update.ts';

export interface DefaultBranches {
  /** By slug; undefined until they are loaded. */
  states: ReadonlyMap<string, DefaultBranch> | undefined;
  /** Whether the server does not report them, or they could not be loaded. */
  areMissing: boolean;
}

const defaultBranchesQuery = queryOptions({
  queryKey: ['default-branches'],
  queryFn: ({ signal }) => callApi(listDefaultBranches, { signal }),
  meta: { quiet: true },
});

/** Returns the states of the default branches, updated by build events. Original servers report none. */
export function useDefaultBranches(): DefaultBranches {
  const client = useQueryClient();
  const hasExtras = hasServerExtras();
  const { data, isError } = useQuery({ ...defaultBranchesQuery, enabled: hasExtras });
  useEffect(
    () =>
      onBuildEvent((event) => {
        const cached = client.getQueryData(defaultBranchesQuery.queryKey);
        if (cached && isHistoryChanged(cached, event)) {
          void client.invalidateQueries(defaultBranchesQuery);
        } else
          updateCached(client, defaultBranchesQuery, (old) => updateDefaultBranches(old, event));
      }),
    [client],
  );
  const states = useMemo(() => data && new Map(data.map((state) => [state.slug, state])), [data]);
  return { states, areMissing: !hasExtras || (isError && !data) };
}
