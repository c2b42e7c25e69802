import type { User } from '@millrace/contract/api';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import form from '../../ui/dialog-form.module.css';
import { useDeleteUser, useUpdateUser } from './user-queries.ts';

export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { users: text, common } = useMessages();
  const [admin, setAdmin] = useState(user.admin);
  const [asksToDelete, setAsksToDelete] = useState(false);
  const update = useUpdateUser(user.login, onClose);
  const remove = useDeleteUser(user.login, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!update.isPending) update.mutate({ admin });
  };
  return (
    <Dialog title={text.editDialog} isOpen onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <div className={form.body}>
          <p>{user.login}</p>
          <Checkbox label={text.adminUser} checked={admin} onChange={setAdmin} />
          <Checkbox
            label={text.machineUser}
            checked={user.machine}
            disabled
            onChange={() => undefined}
          />
        </div>
        <div className={form.footer}>
          <Button onClick={() => setAsksToDelete(true)}>{common.delete}</Button>
          <span className={form.space} />
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" kind="primary" disabled={update.isPending}>
            {text.save}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        question={text.question}
        action={common.delete}
        isOpen={asksToDelete}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsksToDelete(false)}
      />
    </Dialog>
  );
}
