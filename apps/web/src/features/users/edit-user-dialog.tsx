import { type Account, endpointUrl, exportUser } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { serverUrl } from '../../api/server-address.ts';
import { changesOf } from '../../lib/changes-of.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { hasOwnAccounts, hasServerExtras } from '../../lib/server-kind.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { describeAccessEnd } from './access-end-view.ts';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { userMessages } from './messages.ts';
import { ResetCredentials } from './reset-credentials.tsx';
import { useDeleteUser, useUpdateUser } from './user-mutations.ts';
import { holdingsQuery } from './user-queries.ts';

interface EditUserDialogProps {
  user: Account;
  /** Content of other features. */
  more: ReactNode;
  onClose: () => void;
}

export function EditUserDialog({ user, more, onClose }: EditUserDialogProps) {
  const { common } = useMessages();
  const text = useTexts(userMessages);
  const [admin, setAdmin] = useState(user.admin);
  const [auditor, setAuditor] = useState(user.auditor ?? false);
  const [active, setActive] = useState(user.active);
  const [isConfirmed, setIsConfirmed] = useState(false);
  const [isConfirmingDelete, setIsConfirmingDelete] = useState(false);
  const holdings = useQuery(holdingsQuery(user.login));
  const update = useUpdateUser(user.login);
  const remove = useDeleteUser(user.login);
  return (
    <>
      <DialogForm
        title={text.editDialog}
        submit={text.save}
        isOpen
        isPending={update.isPending}
        onSubmit={() =>
          update.mutate(
            {
              ...changesOf({ admin, auditor, active }, { ...user, auditor: user.auditor ?? false }),
              ...(isConfirmed ? { unconfirmed: false as const } : {}),
            },
            { onSuccess: onClose },
          )
        }
        onClose={onClose}
        extra={<Button onClick={() => setIsConfirmingDelete(true)}>{common.delete}</Button>}
      >
        <p>{user.login}</p>
        {user.access_ended && <p>{describeAccessEnd(user.access_ended, text)}</p>}
        <Checkbox label={text.adminUser} checked={admin} onChange={setAdmin} />
        {hasServerExtras() && (
          <Checkbox
            label={text.auditorUser}
            hint={text.auditorHint}
            checked={auditor}
            onChange={setAuditor}
          />
        )}
        <Checkbox
          label={text.machineUser}
          checked={user.machine}
          disabled
          onChange={() => undefined}
        />
        <Checkbox
          label={text.activeUser}
          hint={text.activeHint}
          checked={active}
          onChange={setActive}
        />
        {user.unconfirmed && (
          <Checkbox
            label={text.confirmUser}
            hint={text.confirmHint(user.login)}
            checked={isConfirmed}
            onChange={setIsConfirmed}
          />
        )}
        {hasServerExtras() && (
          <div>
            <a
              className={buttonClass()}
              href={serverUrl(endpointUrl(exportUser, { login: user.login }))}
              download
            >
              {text.downloadData}
            </a>
          </div>
        )}
        {(user.machine ? hasServerExtras() : hasOwnAccounts()) && <ResetCredentials user={user} />}
        {more}
      </DialogForm>
      {isConfirmingDelete && !holdings.isPending && (
        <DeleteUserDialog
          login={user.login}
          holdings={holdings.data}
          isPending={remove.isPending}
          onDelete={(choice) => remove.mutate(choice, { onSuccess: onClose })}
          onClose={() => setIsConfirmingDelete(false)}
        />
      )}
    </>
  );
}
