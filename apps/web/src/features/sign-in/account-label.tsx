import type { User } from '@millrace/contract/api';
import { Avatar } from '../../domain-ui/avatar.tsx';
import { useMessages } from '../../lib/i18n/messages.tsx';

export function AccountLabel({ user }: { user: User }) {
  const { nav } = useMessages();
  return (
    <>
      <Avatar src={user.avatar} name={user.login} size={20} />
      <span className="visually-hidden">{nav.accountMenu}: </span>
      <span data-nav-label>{user.login}</span>
    </>
  );
}
