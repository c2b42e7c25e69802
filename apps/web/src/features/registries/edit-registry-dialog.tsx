import type { Registry } from '@millrace/contract/api';
import { useState } from 'react';
import { matchErrors } from '../../api/field-errors.ts';
import { changesOf } from '../../lib/changes-of.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { registryMessages } from './messages.ts';
import type { RegistryCalls } from './registry-calls.ts';
import { registryErrors } from './registry-errors.ts';
import { useUpdateRegistry } from './registry-mutations.ts';

interface EditRegistryDialogProps {
  calls: RegistryCalls;
  registry: Registry;
  onClose: () => void;
}

/** Changes the name of a login, or replaces its password, which is never shown. */
export function EditRegistryDialog({ calls, registry, onClose }: EditRegistryDialogProps) {
  const text = useTexts(registryMessages);
  const [username, setUsername] = useState(registry.username);
  const [password, setPassword] = useState('');
  const update = useUpdateRegistry(calls, registry.address);
  const errors = matchErrors(update, registryErrors);
  const edited = { username, ...(password === '' ? {} : { password }) };
  return (
    <DialogForm
      title={text.editDialog(registry.address)}
      submit={text.save}
      isOpen
      isPending={update.isPending}
      onSubmit={() => update.mutate(changesOf(edited, registry), { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label={text.username}
        value={username}
        autoComplete="off"
        spellCheck={false}
        error={errors.of('username')}
        onChange={(event) => {
          errors.clear();
          setUsername(event.target.value);
        }}
      />
      <TextField
        type="password"
        label={text.newPassword}
        hint={text.newPasswordHint}
        value={password}
        autoComplete="new-password"
        error={errors.of('password')}
        onChange={(event) => {
          errors.clear();
          setPassword(event.target.value);
        }}
      />
    </DialogForm>
  );
}
