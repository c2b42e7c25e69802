import type { Holdings } from '@millrace/contract/api';
import { useTexts } from '../../lib/i18n/messages.tsx';
import css from './delete-user-dialog.module.css';
import { userMessages } from './messages.ts';

/** Objects that an account owns, with a line for each kind. */
export function HoldingsList({ holdings }: { holdings: Holdings }) {
  const text = useTexts(userMessages);
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
