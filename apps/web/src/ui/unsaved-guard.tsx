import { useEffect, useState } from 'react';
import { usePageMessages } from '../lib/i18n/messages.tsx';
import { guardLeaving } from '../lib/leave-guard.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface UnsavedGuardProps {
  isDirty: boolean;
  /** Set in dialogs: links are out of reach, so only a successful submit opens another page, unasked. */
  isModal?: boolean;
}

/** Asks before the page is left, closed or reloaded while it holds changes that are not saved. */
export function UnsavedGuard({ isDirty, isModal = false }: UnsavedGuardProps) {
  const { unsaved: text } = usePageMessages();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!isDirty) return;
    const askToUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', askToUnload);
    const release = guardLeaving((goOn, way) => {
      if (isModal && way === 'push') return false;
      setLeave(() => goOn);
      return true;
    });
    return () => {
      removeEventListener('beforeunload', askToUnload);
      release();
    };
  }, [isDirty, isModal]);
  return (
    <ConfirmDialog
      question={text.question}
      detail={text.detail}
      action={text.leave}
      isOpen={leave !== null}
      onConfirm={() => leave?.()}
      onClose={() => setLeave(null)}
    />
  );
}
