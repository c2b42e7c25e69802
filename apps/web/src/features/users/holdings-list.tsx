import type { Holdings } from '@millrace/contract/api';
import { useUserMessages } from '../../lib/i18n/user-messages.ts';
import css from './delete-user-dialog.module.css';

/** Objects that an account owns, with a line for each kind. */
export function HoldingsList({ holdings }: { holdings: Holdings }) {
  const text = useUserMessages();
  const lines: [string, readonly string[]][] = [
    [text.heldRepos(holdings.builds), holdings.repos],
    [text.heldCrons, holdings.crons],
    [text.heldSecrets, holdings.secrets],
    [text.heldRegistries, holdings.registries],
    [text.heldTemplates, holdings.templates],
  ];
  return (
    <dl className={css.holdings}>
      {lines
        .filter(([, names]) => names.length > 0)
        .map(([kind, names]) => (
          <div key={kind}>
            <dt>{kind}</dt>
            <dd>{names.join(', ')}</dd>
          </div>
        ))}
    </dl>
  );
}
