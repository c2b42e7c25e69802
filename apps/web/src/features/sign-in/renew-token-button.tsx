import { useState } from 'react';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { accountMessages } from './account-messages.ts';
import { useRenewToken } from './session-mutations.ts';

export function RenewTokenButton({ isDisabled }: { isDisabled: boolean }) {
  const text = useTexts(accountMessages);
  const [isConfirming, setIsConfirming] = useState(false);
  const renew = useRenewToken();
  return (
    <>
      <Button disabled={isDisabled || renew.isPending} onClick={() => setIsConfirming(true)}>
        {text.renew}
      </Button>
      <ConfirmDialog
        question={text.renewQuestion}
        detail={text.renewDetail}
        action={text.renew}
        isOpen={isConfirming}
        onConfirm={() => renew.mutate()}
        onClose={() => setIsConfirming(false)}
      />
    </>
  );
}
