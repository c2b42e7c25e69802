import { releaseKeptStep, updateTerminalSettings } from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import { terminalSettingsQuery } from '../../api/terminal-settings-query.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { terminalMessages } from './messages.ts';

/** Removes the environment of a kept step, or continues a paused one. */
export function useReleaseKeptStep({ namespace, name }: RepoName, { isPaused = false } = {}) {
  const text = useTexts(terminalMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (kept: number) => callApi(releaseKeptStep, { params: { namespace, name, kept } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['kept-steps', `${namespace}/${name}`] }),
    meta: isPaused
      ? { done: text.wentOn, failed: text.goOnFailed }
      : { done: text.removed, failed: text.removeFailed },
  });
}

export function useChangeTerminalSettings({ namespace, name }: RepoName) {
  const text = useTexts(terminalMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (keep: boolean) =>
      callApi(updateTerminalSettings, { params: { namespace, name }, body: { keep_failed: keep } }),
    onSuccess: (changed) =>
      client.setQueryData(terminalSettingsQuery({ namespace, name }).queryKey, changed),
    meta: { done: text.saved, failed: text.saveFailed },
  });
}
