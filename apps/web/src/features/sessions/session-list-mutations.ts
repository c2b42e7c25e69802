import {
  endOtherSessions,
  endSession,
  endUserSession,
  endUserSessions,
} from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { updateList } from '../../api/update-cached.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { sessionListMessages } from './messages.ts';
import { type SessionOwner, sessionListQuery } from './session-list-queries.ts';

export function useEndSession(owner: SessionOwner) {
  const text = useTexts(sessionListMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (session: string) =>
      owner.login
        ? callApi(endUserSession, { params: { login: owner.login, session } })
        : callApi(endSession, { params: { session } }),
    onSuccess: (_, session) =>
      updateList(client, sessionListQuery(owner), (list) =>
        list.filter(({ id }) => id !== session),
      ),
    meta: { done: text.ended, failed: text.endFailed },
  });
}

/** Ends all sessions of an account, except the one of this page. */
export function useEndSessions(owner: SessionOwner) {
  const text = useTexts(sessionListMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      owner.login
        ? callApi(endUserSessions, { params: { login: owner.login } })
        : callApi(endOtherSessions, {}),
    onSuccess: () =>
      updateList(client, sessionListQuery(owner), (list) => list.filter(({ current }) => current)),
    meta: { done: text.allEnded, failed: text.endFailed },
  });
}
