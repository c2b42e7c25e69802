import type { User } from '@millrace/contract/api';
import { useState } from 'react';
import { logError } from '../../lib/log-error.ts';
import { OnDemand } from '../../ui/on-demand.tsx';
import { AccountLabel } from './account-label.tsx';

const loadMenu = () => import('./account-menu.tsx');
/** If preloading fails, opening the menu loads the code again. */
const preload = () => loadMenu().catch(logError);

export interface AccountButtonProps {
  user: User;
  className: string | undefined;
}

/** The button of the account menu. The menu is loaded on first use. */
export function AccountButton(props: AccountButtonProps) {
  const [hasOpened, setHasOpened] = useState(false);
  const button = (
    <button
      type="button"
      className={props.className}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onClick={() => setHasOpened(true)}
    >
      <AccountLabel user={props.user} />
    </button>
  );
  if (!hasOpened) return button;
  return (
    <OnDemand load={loadMenu} instead={button} onMissing={() => setHasOpened(false)}>
      {({ AccountMenu }) => <AccountMenu {...props} />}
    </OnDemand>
  );
}
