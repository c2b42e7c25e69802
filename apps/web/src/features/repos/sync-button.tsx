import type { User } from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide';
import { useCallback, useEffect, useRef } from 'react';
import { isUnreachable } from '../../api/api-error.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { logError } from '../../lib/log-error.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toast.ts';
import { syncMessages } from './messages.ts';
import { repoListQuery } from './repo-queries.ts';
import { useStartSync } from './start-sync.ts';
import css from './sync-button.module.css';

const pollMs = 10_000;

interface SyncButtonProps {
  user: User;
  /** Reloads the account, which includes whether a sync is running. */
  refreshUser: () => Promise<{ error: Error | null }>;
  setSyncing: (isSyncing: boolean) => void;
}

/** A button that starts a sync, polls it, and refetches the list when it finishes. */
export function SyncButton({ user, refreshUser, setSyncing }: SyncButtonProps) {
  const text = useTexts(syncMessages);
  const client = useQueryClient();
  const wasSyncing = useRef(user.syncing);
  const poll = useCallback(async () => {
    const { error } = await refreshUser();
    // If the server cannot be reached, the sync may still be running.
    if (!error || isUnreachable(error)) return;
    logError(error);
    showToast('error', text.failed);
    wasSyncing.current = false;
    setSyncing(false);
  }, [refreshUser, setSyncing, text]);
  const start = useStartSync(setSyncing, poll);
  useEffect(() => {
    if (wasSyncing.current && !user.syncing) client.invalidateQueries(repoListQuery);
    wasSyncing.current = user.syncing;
    if (!user.syncing) return;
    const timer = setInterval(poll, pollMs);
    return () => clearInterval(timer);
  }, [user.syncing, client, poll]);
  return (
    <Button disabled={user.syncing} aria-live="polite" onClick={() => start.mutate()}>
      <span className={user.syncing ? css.turning : css.still}>
        <Icon icon={RefreshCw} size={14} />
      </span>
      {user.syncing ? text.running : text.button}
    </Button>
  );
}
