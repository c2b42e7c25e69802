import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Section } from '../../ui/section.tsx';
import { secondFactorMessages } from './messages.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { useRemoveSecondFactor, useRenewCodes } from './second-factor-mutations.ts';
import { secondFactorQuery } from './second-factor-queries.ts';
import { SetUpDialog } from './set-up-dialog.tsx';

type Step = 'set-up' | 'renew' | 'remove' | { codes: string[] } | null;

/** The second factor of the viewer, with the dialogs that change it. */
export function SecondFactorPanel() {
  const text = useTexts(secondFactorMessages);
  const { data, error, refetch } = useQuery(secondFactorQuery);
  const [step, setStep] = useState<Step>(null);
  const close = () => setStep(null);
  const onCodes = (codes: string[]) => setStep({ codes });
  const renew = useRenewCodes(onCodes);
  const remove = useRemoveSecondFactor();
  return (
    <Section
      title={text.title}
      action={data && !data.on && <Button onClick={() => setStep('set-up')}>{text.setUp}</Button>}
    >
      <p>{text.hint}</p>
      {!data &&
        (error ? <LoadFailure {...describeFailure(error)} onRetry={refetch} /> : <ListSkeleton />)}
      {data && (
        <p>
          {data.on ? text.on(data.recovery_codes) : text.off} {data.required && text.required}
        </p>
      )}
      {data?.on && (
        <p>
          <Button onClick={() => setStep('renew')}>{text.renew}</Button>{' '}
          {!data.required && <Button onClick={() => setStep('remove')}>{text.remove}</Button>}
        </p>
      )}
      {step === 'set-up' && <SetUpDialog onCodes={onCodes} onClose={close} />}
      {step === 'renew' && (
        <PasswordDialog
          title={text.renew}
          hint={text.renewHint}
          mutation={renew}
          onSend={renew.mutate}
          onClose={close}
        />
      )}
      {step === 'remove' && (
        <PasswordDialog
          title={text.remove}
          hint={text.removeHint}
          mutation={remove}
          onSend={(proof) => remove.mutate(proof, { onSuccess: close })}
          onClose={close}
        />
      )}
      {step && typeof step === 'object' && (
        <RecoveryCodesDialog codes={step.codes} onClose={close} />
      )}
    </Section>
  );
}
