import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { secondFactorMessages } from './messages.ts';
import { useRemoveUserSecondFactor } from './second-factor-mutations.ts';
import { userSecondFactorQuery } from './second-factor-queries.ts';

/** Removes the second factor of another account, if it has one. */
export function RemoveSecondFactorButton({ login }: { login: string }) {
  const text = useTexts(secondFactorMessages);
  const { data } = useQuery(userSecondFactorQuery(login));
  const [isConfirming, setIsConfirming] = useState(false);
  const remove = useRemoveUserSecondFactor(login);
  if (!data?.on) return null;
  return (
    <>
      <div>
        <Button disabled={remove.isPending} onClick={() => setIsConfirming(true)}>
          {text.remove}
        </Button>
      </div>
      <ConfirmDialog
        question={text.removeUserQuestion}
        detail={text.removeUserDetail(login)}
        action={text.remove}
        isOpen={isConfirming}
        onConfirm={() => remove.mutate()}
        onClose={() => setIsConfirming(false)}
      />
    </>
  );
}
