import type { Account } from '@millrace/contract/api';
import { KeyRound, Pencil } from 'lucide';
import { memo } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../domain-ui/avatar.tsx';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import type { Texts } from '../../lib/i18n/texts.ts';
import { hasServerExtras } from '../../lib/server-kind.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import table from '../../ui/table.module.css';
import { describeAccessEnd, statusOf } from './access-end-view.ts';
import { userMessages } from './messages.ts';
import css from './user-table.module.css';

interface UserRowProps {
  user: Account;
  /** Position in the whole table, counted from 1 for the header. */
  rowIndex: number;
  /** Whether this is the viewer's own account, which cannot be changed here. */
  isOwn: boolean;
  onEdit: (user: Account) => void;
}

export const UserRow = memo(function UserRow({ user, rowIndex, isOwn, onEdit }: UserRowProps) {
  const { common } = useMessages();
  const text = useTexts(userMessages);
  return (
    <tr aria-rowindex={rowIndex}>
      <td className={table.main}>
        <span className={css.person}>
          <Avatar src={user.avatar} name={user.login} size={24} />
          <span title={user.login}>{user.login}</span>
        </span>
      </td>
      <td title={user.access_ended && describeAccessEnd(user.access_ended, text)}>
        {statusOf(user, text)}
      </td>
      <td>{user.machine ? text.machine : text.person}</td>
      <td>{roleOf(user, text)}</td>
      <td>
        <RelativeTime timeSec={user.created} />
      </td>
      <td>
        <RelativeTime timeSec={user.last_login} />
      </td>
      <td className={table.actions}>
        {user.machine && hasServerExtras() && (
          <Link
            className={buttonClass({ kind: 'ghost', size: 'small', isIcon: true })}
            aria-label={text.accessTokensOf(user.login)}
            to={`?tokens=${encodeURIComponent(user.login)}`}
          >
            <Icon icon={KeyRound} />
          </Link>
        )}
        {!isOwn && (
          <Button
            kind="ghost"
            size="small"
            isIcon
            aria-label={common.edit(user.login)}
            onClick={() => onEdit(user)}
          >
            <Icon icon={Pencil} />
          </Button>
        )}
      </td>
    </tr>
  );
});

function roleOf({ admin, auditor }: Account, text: Texts<typeof userMessages>): string {
  if (admin) return text.admin;
  return auditor ? text.auditor : text.member;
}
