import { deleteCollaborator, setCollaborator } from '@millrace/contract/api';
import type { RepoRole } from '@millrace/contract/vocabulary';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { updateList } from '../../api/update-cached.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { membersQuery, type RepoName } from './member-queries.ts';
import { withMember } from './member-view.ts';
import { memberMessages } from './messages.ts';

interface Grant {
  login: string;
  role: RepoRole;
}

/** Adds a member, or changes the role of one. */
export function useGrantRole({ namespace, name }: RepoName, kind: 'add' | 'change') {
  const text = useTexts(memberMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ login, role }: Grant) =>
      callApi(setCollaborator, { params: { namespace, name, member: login }, body: { role } }),
    onSuccess: (member) =>
      updateList(client, membersQuery({ namespace, name }), (list) => withMember(list, member)),
    meta:
      kind === 'add'
        ? { done: text.added, failed: text.addFailed }
        : { done: text.changed, failed: text.changeFailed },
  });
}

export function useRemoveMember({ namespace, name }: RepoName) {
  const text = useTexts(memberMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (login: string) =>
      callApi(deleteCollaborator, { params: { namespace, name, member: login } }),
    onSuccess: (_, login) =>
      updateList(client, membersQuery({ namespace, name }), (list) =>
        list.filter((member) => member.login !== login),
      ),
    meta: { done: text.removed, failed: text.removeFailed },
  });
}
