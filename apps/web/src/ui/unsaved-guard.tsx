import { useEffect, useState } from 'react';
import { useTexts } from '../lib/i18n/messages.tsx';
import { guardLeaving } from '../lib/leave-guard.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { unsavedMessages } from './unsaved-messages.ts';

interface UnsavedGuardProps {
  isDirty: boolean;
  /**
   * Set in dialogs. Their links are not reachable, so only a successful submit opens another page, and it
   * needs no confirmation.
   */
  isModal?: boolean;
}

/** Asks for confirmation before a page with unsaved changes is left, closed or reloaded. */
export function UnsavedGuard({ isDirty, isModal = false }: UnsavedGuardProps) {
  const text = useTexts(unsavedMessages);
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!isDirty) return;
    const askToUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', askToUnload);
    const release = guardLeaving((proceed, way) => {
      if (isModal && way === 'push') return false;
      setLeave(() => proceed);
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
