import { listSessions, listUserSessions } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';

/** Owner of sessions: the account with this login, or the viewer if undefined. */
export type SessionOwner = { login?: string | undefined };

export const sessionListQuery = ({ login }: SessionOwner) =>
  queryOptions({
    queryKey: ['sessions', login ?? ''],
    queryFn: ({ signal }) =>
      login
        ? callApi(listUserSessions, { params: { login }, signal })
        : callApi(listSessions, { signal }),
  });
