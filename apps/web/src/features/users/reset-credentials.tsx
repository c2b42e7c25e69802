import type { Account } from '@millrace/contract/api';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CredentialsDialog } from './credentials-dialog.tsx';
import { userMessages } from './messages.ts';
import { type Credentials, useResetCredentials } from './user-mutations.ts';

/** Gives an account a new password or, if it is a machine, a new token, and shows it once. */
export function ResetCredentials({ user }: { user: Pick<Account, 'login' | 'machine'> }) {
  const text = useTexts(userMessages);
  const [isConfirming, setIsConfirming] = useState(false);
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const reset = useResetCredentials(user, setCredentials);
  const action = user.machine ? text.renewToken : text.resetPassword;
  return (
    <>
      <div>
        <Button disabled={reset.isPending} onClick={() => setIsConfirming(true)}>
          {action}
        </Button>
      </div>
      <ConfirmDialog
        question={user.machine ? text.renewTokenQuestion : text.resetQuestion}
        detail={user.machine ? text.renewTokenDetail(user.login) : text.resetDetail(user.login)}
        action={action}
        isOpen={isConfirming}
        onConfirm={() => reset.mutate()}
        onClose={() => setIsConfirming(false)}
      />
      {credentials && (
        <CredentialsDialog
          title={action}
          credentials={credentials}
          onClose={() => setCredentials(null)}
        />
      )}
    </>
  );
}
