import type { PasswordProof } from '@millrace/contract/api';
import { useState } from 'react';
import { matchErrors } from '../../api/field-errors.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { secondFactorMessages } from './messages.ts';
import { secondFactorFields } from './second-factor-fields.ts';
import type { useRemoveSecondFactor, useRenewCodes } from './second-factor-mutations.ts';

interface PasswordDialogProps {
  title: string;
  hint: string;
  mutation: ReturnType<typeof useRenewCodes> | ReturnType<typeof useRemoveSecondFactor>;
  onSend: (proof: PasswordProof) => void;
  onClose: () => void;
}

/** Asks for the password before the second factor changes. */
export function PasswordDialog({ title, hint, mutation, onSend, onClose }: PasswordDialogProps) {
  const text = useTexts(secondFactorMessages);
  const [password, setPassword] = useState('');
  const errors = matchErrors(mutation, secondFactorFields);
  return (
    <DialogForm
      title={title}
      submit={title}
      isOpen
      isPending={mutation.isPending}
      onSubmit={() => onSend({ password })}
      onClose={onClose}
    >
      <p>{hint}</p>
      <TextField
        label={text.password}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        error={errors.of('password')}
        onChange={(event) => {
          errors.clear();
          setPassword(event.target.value);
        }}
      />
    </DialogForm>
  );
}
