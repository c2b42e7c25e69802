import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import { matchErrors } from '../../api/field-errors.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CodeField } from './code-field.tsx';
import { secondFactorMessages } from './messages.ts';
import { secondFactorFields } from './second-factor-fields.ts';
import { useSetSecondFactor } from './second-factor-mutations.ts';
import { totpSecretQuery } from './second-factor-queries.ts';
import { TotpSecretView } from './totp-secret-view.tsx';

interface SetUpDialogProps {
  onCodes: (codes: string[]) => void;
  onClose: () => void;
}

/** Dialog with a new secret. The code of the app proves that it has the secret. */
export function SetUpDialog({ onCodes, onClose }: SetUpDialogProps) {
  const text = useTexts(secondFactorMessages);
  const { data, error, refetch } = useQuery(totpSecretQuery);
  const [values, setValues] = useState({ code: '', password: '' });
  const set = useSetSecondFactor(onCodes);
  const errors = matchErrors(set, secondFactorFields);
  const change = (part: Partial<typeof values>) => {
    errors.clear();
    setValues({ ...values, ...part });
  };
  return (
    <DialogForm
      title={text.title}
      submit={text.setUp}
      isOpen
      isPending={set.isPending}
      onSubmit={() => data && set.mutate({ secret: data.secret, ...values })}
      onClose={onClose}
    >
      {data && <TotpSecretView {...data} />}
      {!data &&
        (error ? <LoadFailure {...describeFailure(error)} onRetry={refetch} /> : <ListSkeleton />)}
      <CodeField
        value={values.code}
        error={errors.of('code')}
        onChange={(code) => change({ code })}
      />
      <TextField
        label={text.password}
        type="password"
        autoComplete="current-password"
        required
        value={values.password}
        error={errors.of('password')}
        onChange={(event) => change({ password: event.target.value })}
      />
    </DialogForm>
  );
}
