import { syncUserRepos, type User } from '@millrace/contract/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callApi } from '../../api/call-api.ts';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { SyncIcon } from '../../ui/icons.tsx';
import { repoListQuery } from './repo-queries.ts';
import css from './sync-button.module.css';

const pollMs = 10_000;

interface SyncButtonProps {
  user: User;
  /** Asks the server for the account anew, and so whether it is still synchronising. */
  refreshUser: () => Promise<unknown>;
  setSyncing: (isSyncing: boolean) => void;
}

/** Starts a synchronisation and watches it; the list is loaded anew when it is over. */
export function SyncButton({ user, refreshUser, setSyncing }: SyncButtonProps) {
  const { sync: text } = useMessages();
  const client = useQueryClient();
  const wasSyncing = useRef(user.syncing);
  const start = useMutation({
    mutationFn: () => callApi(syncUserRepos, { query: { async: 'true' } }),
    onMutate: () => setSyncing(true),
    onSuccess: () => refreshUser(),
    onError: () => setSyncing(false),
    meta: { failed: () => text.failed },
  });
  useEffect(() => {
    if (wasSyncing.current && !user.syncing) client.invalidateQueries(repoListQuery);
    wasSyncing.current = user.syncing;
    if (!user.syncing) return;
    const timer = setInterval(refreshUser, pollMs);
    return () => clearInterval(timer);
  }, [user.syncing, client, refreshUser]);
  return (
    <Button disabled={user.syncing} aria-live="polite" onClick={() => start.mutate()}>
      <span className={user.syncing ? css.turning : css.still}>
        <SyncIcon size={14} />
      </span>
      {user.syncing ? text.running : text.button}
    </Button>
  );
}
