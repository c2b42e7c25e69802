import { getAnnouncement, readAnnouncement } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { servedConfig } from '../../lib/page-config.ts';

export const announcementKey = ['announcement'] as const;
/** An announcement appears, changes or ends at most this late. */
const refreshMs = 60_000;

/** The announcement that is shown. The page itself contains that of its time. */
export const shownAnnouncementQuery = queryOptions({
  queryKey: [...announcementKey, 'shown'],
  queryFn: ({ signal }) => callApi(getAnnouncement, { signal }),
  initialData: () => servedConfig?.announcement ?? null,
  staleTime: refreshMs,
  refetchInterval: refreshMs,
  meta: { quiet: true },
});

export const announcementQuery = queryOptions({
  queryKey: [...announcementKey, 'stored'],
  queryFn: ({ signal }) => callApi(readAnnouncement, { signal }),
});
