import { useState } from 'react';
import { fieldErrors } from '../../api/field-errors.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CredentialsDialog } from './credentials-dialog.tsx';
import { userMessages } from './messages.ts';
import { type Credentials, useCreateUser } from './user-mutations.ts';

const empty = { login: '', email: '', admin: false, machine: false };

interface NewUserDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Creates an account. If the response includes its credentials, another dialog shows them. */
export function NewUserDialog({ isOpen, onClose }: NewUserDialogProps) {
  const { common } = useMessages();
  const text = useTexts(userMessages);
  const [values, setValues] = useState(empty);
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const close = () => {
    create.reset();
    setValues(empty);
    setCredentials(null);
    onClose();
  };
  const create = useCreateUser((made) => (made ? setCredentials(made) : close()));
  const errors = fieldErrors(create);
  const change = (part: Partial<typeof values>) => {
    errors.clear();
    setValues({ ...values, ...part });
  };
  if (credentials) {
    return <CredentialsDialog title={text.addDialog} credentials={credentials} onClose={close} />;
  }
  return (
    <DialogForm
      title={text.addDialog}
      submit={common.create}
      isOpen={isOpen}
      isPending={create.isPending}
      onSubmit={() => create.mutate(trimmed(values))}
      onClose={close}
    >
      <TextField
        label={text.login}
        required
        value={values.login}
        autoComplete="off"
        spellCheck={false}
        error={errors.of('login')}
        onChange={(event) => change({ login: event.target.value })}
      />
      <TextField
        label={text.email}
        type="email"
        required
        value={values.email}
        autoComplete="off"
        onChange={(event) => change({ email: event.target.value })}
      />
      <Checkbox
        label={text.adminUser}
        checked={values.admin}
        onChange={(admin) => change({ admin })}
      />
      <Checkbox
        label={text.machineUser}
        checked={values.machine}
        onChange={(machine) => change({ machine })}
      />
    </DialogForm>
  );
}

function trimmed({ login, email, ...rest }: typeof empty): typeof empty {
  return { ...rest, login: login.trim(), email: email.trim() };
}
