import type { User } from '@millrace/contract/api';
import { lazy, Suspense, useState } from 'react';
import { AccountFace } from './account-face.tsx';

const AccountMenu = lazy(async () => ({
  default: (await import('./account-menu.tsx')).AccountMenu,
}));

export interface AccountButtonProps {
  user: User;
  className: string | undefined;
}

/** The menu's button; the menu itself is fetched with the first press. */
export function AccountButton(props: AccountButtonProps) {
  const [isWanted, setIsWanted] = useState(false);
  const button = (
    <button
      type="button"
      className={props.className}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => import('./account-menu.tsx')}
      onClick={() => setIsWanted(true)}
    >
      <AccountFace user={props.user} />
    </button>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <AccountMenu {...props} />
    </Suspense>
  );
}
