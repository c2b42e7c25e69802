import { type FormEvent, useState } from 'react';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import form from '../../ui/dialog-form.module.css';
import { Snippet } from '../../ui/snippet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type Credentials, useCreateUser } from './user-queries.ts';

const empty = { login: '', email: '', admin: false, machine: false };

interface NewUserDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** After the account is made the dialog shows what it signs in with, where the server says so. */
export function NewUserDialog({ isOpen, onClose }: NewUserDialogProps) {
  const { users: text } = useMessages();
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const close = () => {
    setCredentials(null);
    onClose();
  };
  return (
    <Dialog title={text.addDialog} isOpen={isOpen} onClose={close}>
      {credentials ? (
        <HandOver credentials={credentials} onClose={close} />
      ) : (
        <NewUserForm onDone={(made) => (made ? setCredentials(made) : close())} onCancel={close} />
      )}
    </Dialog>
  );
}

interface NewUserFormProps {
  onDone: (credentials: Credentials | null) => void;
  onCancel: () => void;
}

function NewUserForm({ onDone, onCancel }: NewUserFormProps) {
  const { users: text, common } = useMessages();
  const [values, setValues] = useState(empty);
  const create = useCreateUser(onDone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    create.mutate({ ...values, login: values.login.trim(), email: values.email.trim() });
  };
  return (
    <form className={form.form} onSubmit={submit}>
      <div className={form.body}>
        <TextField
          label={text.login}
          required
          value={values.login}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setValues({ ...values, login: event.target.value })}
        />
        <TextField
          label={text.email}
          type="email"
          required
          value={values.email}
          autoComplete="off"
          onChange={(event) => setValues({ ...values, email: event.target.value })}
        />
        <Checkbox
          label={text.adminUser}
          checked={values.admin}
          onChange={(admin) => setValues({ ...values, admin })}
        />
        <Checkbox
          label={text.machineUser}
          checked={values.machine}
          onChange={(machine) => setValues({ ...values, machine })}
        />
      </div>
      <div className={form.footer}>
        <Button onClick={onCancel}>{common.cancel}</Button>
        <Button type="submit" kind="primary" disabled={create.isPending}>
          {common.create}
        </Button>
      </div>
    </form>
  );
}

function HandOver({ credentials, onClose }: { credentials: Credentials; onClose: () => void }) {
  const { users: text, common } = useMessages();
  return (
    <div className={form.form}>
      <div className={form.body}>
        <p>{text.handOver(credentials.login)}</p>
        <Snippet
          label={text[credentials.kind]}
          text={credentials.text}
          action={<CopyButton text={credentials.text} copied={common.copied} />}
        />
      </div>
      <div className={form.footer}>
        <Button kind="primary" onClick={onClose}>
          {text.done}
        </Button>
      </div>
    </div>
  );
}
