import type { User } from '@millrace/contract/api';
import { lazy, Suspense, useState } from 'react';
import { logError } from '../../lib/log-error.ts';
import { AccountFace } from './account-face.tsx';

const loadMenu = () => import('./account-menu.tsx');
/** Where it fails, opening the menu tries again. */
const preload = () => loadMenu().catch(logError);
const AccountMenu = lazy(async () => ({
  default: (await loadMenu()).AccountMenu,
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
      onPointerEnter={preload}
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
