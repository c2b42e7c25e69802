import { useState } from 'react';
import { matchErrors } from '../../api/field-errors.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { registryMessages } from './messages.ts';
import type { RegistryCalls } from './registry-calls.ts';
import { registryErrors } from './registry-errors.ts';
import { useCreateRegistry } from './registry-mutations.ts';

const empty = { address: '', username: '', password: '' };

interface RegistryDialogProps {
  calls: RegistryCalls;
  isOpen: boolean;
  onClose: () => void;
}

export function RegistryDialog({ calls, isOpen, onClose }: RegistryDialogProps) {
  const { common } = useMessages();
  const text = useTexts(registryMessages);
  const [values, setValues] = useState(empty);
  const create = useCreateRegistry(calls);
  const errors = matchErrors(create, registryErrors);
  const change = (part: Partial<typeof values>) => {
    errors.clear();
    setValues({ ...values, ...part });
  };
  const close = () => {
    // A later response must not change the dialog.
    create.reset();
    setValues(empty);
    onClose();
  };
  return (
    <DialogForm
      title={text.dialog}
      submit={common.create}
      isOpen={isOpen}
      isPending={create.isPending}
      onSubmit={() => create.mutate(values, { onSuccess: close })}
      onClose={close}
    >
      <TextField
        label={text.address}
        hint={text.addressHint}
        value={values.address}
        autoComplete="off"
        spellCheck={false}
        error={errors.of('address')}
        onChange={(event) => change({ address: event.target.value })}
      />
      <TextField
        label={text.username}
        value={values.username}
        autoComplete="off"
        spellCheck={false}
        error={errors.of('username')}
        onChange={(event) => change({ username: event.target.value })}
      />
      <TextField
        type="password"
        label={text.password}
        value={values.password}
        autoComplete="new-password"
        error={errors.of('password')}
        onChange={(event) => change({ password: event.target.value })}
      />
    </DialogForm>
  );
}
