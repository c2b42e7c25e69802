import type { User } from '@millrace/contract/api';
import { Avatar } from '../../domain-ui/avatar.tsx';

export function AccountFace({ user }: { user: User }) {
  return (
    <>
      <Avatar src={user.avatar} name={user.login} size={20} />
      <span data-nav-label>{user.login}</span>
    </>
  );
}
