import {
  type NewRunner,
  type RunnerCredential,
  runnerCredentialCalls,
} from '@millrace/contract/api';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callOwned } from '../../api/call-owned.ts';
import { describeOwner, type Owner } from '../../api/owner.ts';
import { updateList } from '../../api/update-cached.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { upsertItem } from '../../lib/upsert-item.ts';
import { runnerCredentialMessages } from './messages.ts';

const refreshMs = 5000;

export function credentialsQuery(owner: Owner) {
  const { kind, owner: name } = describeOwner(owner);
  return queryOptions({
    queryKey: ['runner-credentials', kind, name],
    queryFn: ({ signal }) => callOwned(owner, runnerCredentialCalls.list, { signal }),
    // Shows when an added runner has registered.
    refetchInterval: refreshMs,
  });
}

/** Adds a runner. `onAdded` gets its token, which the server returns only once. */
export function useAddRunner(
  owner: Owner,
  onAdded: (runner: RunnerCredential & { token: string }) => void,
) {
  const text = useTexts(runnerCredentialMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewRunner) => callOwned(owner, runnerCredentialCalls.create, { body }),
    onSuccess: (added) => {
      const { token: _, ...runner } = added;
      updateList(client, credentialsQuery(owner), (all) => upsertItem(all, runner, 'name'));
      onAdded(added);
    },
    meta: { failed: text.addFailed },
  });
}

export function useRevokeRunner(owner: Owner) {
  const text = useTexts(runnerCredentialMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (credential: number) =>
      callOwned(owner, runnerCredentialCalls.revoke, { params: { credential } }),
    onSuccess: (_, credential) =>
      updateList(client, credentialsQuery(owner), (all) =>
        all.filter(({ id }) => id !== credential),
      ),
    meta: { done: text.revoked, failed: text.revokeFailed },
  });
}
