import type { User } from '@millrace/contract/api';
import { useState } from 'react';
import { logError } from '../../lib/log-error.ts';
import { OnDemand } from '../../ui/on-demand.tsx';
import { AccountFace } from './account-face.tsx';

const loadMenu = () => import('./account-menu.tsx');
/** If this fails, opening the menu tries again. */
const preload = () => loadMenu().catch(logError);

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
    <OnDemand load={loadMenu} instead={button} onMissing={() => setIsWanted(false)}>
      {({ AccountMenu }) => <AccountMenu {...props} />}
    </OnDemand>
  );
}
