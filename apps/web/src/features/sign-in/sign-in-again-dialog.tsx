import type { User } from '@millrace/contract/api';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CodeForm } from './code-form.tsx';
import { sessionMessages } from './session-messages.ts';
import { useSignInAgain } from './session-mutations.ts';
import css from './session-notice.module.css';
import { SignInForm } from './sign-in-form.tsx';

interface SignInAgainDialogProps {
  user: User;
  onClose: () => void;
}

/** Signs in on top of the page, which keeps the user's input. */
export function SignInAgainDialog({ user, onClose }: SignInAgainDialogProps) {
  const text = useTexts(sessionMessages);
  const [needsCode, setNeedsCode] = useState(false);
  const signIn = useSignInAgain(user, onClose, () => setNeedsCode(true));
  return (
    <Dialog title={text.signIn} isOpen onClose={onClose}>
      <div className={css.form}>
        {signIn.error && <Notice tone="danger">{signIn.error.message}</Notice>}
        {needsCode ? (
          <CodeForm onSend={signIn.mutate} isPending={signIn.isPending} />
        ) : (
          <SignInForm
            returnPath={null}
            login={user.login}
            onSend={signIn.mutate}
            isPending={signIn.isPending}
          />
        )}
      </div>
    </Dialog>
  );
}
