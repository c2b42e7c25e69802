import {
  type NewSecondFactor,
  type PasswordProof,
  removeSecondFactor,
  removeUserSecondFactor,
  renewRecoveryCodes,
  setSecondFactor,
} from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { secondFactorMessages } from './messages.ts';
import { secondFactorQuery, userSecondFactorQuery } from './second-factor-queries.ts';

/** Returns a function that reads the state of the second factor again. */
function useRefetch() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
}

export function useSetSecondFactor(onCodes: (codes: string[]) => void) {
  const text = useTexts(secondFactorMessages);
  const refetch = useRefetch();
  return useMutation({
    mutationFn: (body: NewSecondFactor) => callApi(setSecondFactor, { body }),
    onSuccess: ({ recovery_codes }) => {
      refetch();
      onCodes(recovery_codes);
    },
    meta: { failed: text.setFailed },
  });
}

export function useRenewCodes(onCodes: (codes: string[]) => void) {
  const text = useTexts(secondFactorMessages);
  const refetch = useRefetch();
  return useMutation({
    mutationFn: (body: PasswordProof) => callApi(renewRecoveryCodes, { body }),
    onSuccess: ({ recovery_codes }) => {
      refetch();
      onCodes(recovery_codes);
    },
    meta: { failed: text.renewFailed },
  });
}

export function useRemoveSecondFactor() {
  const text = useTexts(secondFactorMessages);
  const refetch = useRefetch();
  return useMutation({
    mutationFn: (body: PasswordProof) => callApi(removeSecondFactor, { body }),
    onSuccess: refetch,
    meta: { done: text.removed, failed: text.removeFailed },
  });
}

export function useRemoveUserSecondFactor(login: string) {
  const text = useTexts(secondFactorMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(removeUserSecondFactor, { params: { login } }),
    onSuccess: () => void client.invalidateQueries(userSecondFactorQuery(login)),
    meta: { done: text.removed, failed: text.removeFailed },
  });
}
