import type { User } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { Avatar } from '../../domain-ui/avatar.tsx';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useMessages, usePageMessages } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { EditIcon, PlusIcon } from '../../ui/icons.tsx';
import { Section } from '../../ui/section.tsx';
import table from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { NewUserDialog } from './new-user-dialog.tsx';
import css from './user-panel.module.css';
import { usersQuery } from './user-queries.ts';

/** Rows before the rest is asked for. */
const pageSize = 1000;

export function UserPanel({ ownLogin }: { ownLogin: string }) {
  const { common } = useMessages();
  const { users: text } = usePageMessages();
  const { data: users, isPending } = useQuery(usersQuery);
  const [isOpen, setIsOpen] = useState(false);
  const [edited, setEdited] = useState<User | null>(null);
  return (
    <Section
      title={text.title}
      action={
        <Button kind="primary" onClick={() => setIsOpen(true)}>
          <PlusIcon />
          {text.add}
        </Button>
      }
    >
      {isPending && <p>{common.loading}</p>}
      {users && <UserTable users={users} ownLogin={ownLogin} onEdit={setEdited} />}
      <NewUserDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
      {edited && <EditUserDialog user={edited} onClose={() => setEdited(null)} />}
    </Section>
  );
}

interface UserTableProps {
  users: User[];
  ownLogin: string;
  onEdit: (user: User) => void;
}

function UserTable({ users, ownLogin, onEdit }: UserTableProps) {
  const { common } = useMessages();
  const { users: text } = usePageMessages();
  const [shownCount, setShownCount] = useState(pageSize);
  const columns = [text.username, text.active, text.type, text.role, text.created, text.lastLogin];
  return (
    <>
      <Table label={text.title} columns={columns} actionsLabel={common.actions}>
        {users.slice(0, shownCount).map((user) => (
          <UserRow key={user.login} user={user} isOwn={user.login === ownLogin} onEdit={onEdit} />
        ))}
      </Table>
      {users.length > shownCount && (
        <Button className={css.more} onClick={() => setShownCount(shownCount + pageSize)}>
          {text.showMore}
        </Button>
      )}
    </>
  );
}

interface UserRowProps {
  user: User;
  /** One's own account is not changed here. */
  isOwn: boolean;
  onEdit: (user: User) => void;
}

const UserRow = memo(function UserRow({ user, isOwn, onEdit }: UserRowProps) {
  const { common } = useMessages();
  const { users: text } = usePageMessages();
  return (
    <tr>
      <td className={table.main}>
        <span className={css.person}>
          <Avatar src={user.avatar} name={user.login} size={24} />
          {user.login}
        </span>
      </td>
      <td>{user.active ? text.active : text.inactive}</td>
      <td>{user.machine ? text.machine : text.person}</td>
      <td>{user.admin ? text.admin : text.member}</td>
      <td>
        <RelativeTime timeSec={user.created} />
      </td>
      <td>
        <RelativeTime timeSec={user.last_login} />
      </td>
      <td className={table.actions}>
        {!isOwn && (
          <Button
            kind="ghost"
            size="small"
            isIcon
            aria-label={common.edit(user.login)}
            onClick={() => onEdit(user)}
          >
            <EditIcon />
          </Button>
        )}
      </td>
    </tr>
  );
});
