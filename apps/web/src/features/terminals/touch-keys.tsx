import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { terminalMessages } from './messages.ts';
import css from './terminals.module.css';

/** Keys that keyboards on a screen do not have, with what a terminal sends for them. */
const keys = {
  Esc: '\u001b',
  Tab: '\t',
  'Ctrl+C': '\u0003',
  'Ctrl+D': '\u0004',
  '↑': '\u001b[A',
  '↓': '\u001b[B',
  '←': '\u001b[D',
  '→': '\u001b[C',
};

/** A row of keys for devices without a keyboard. */
export function TouchKeys({ onKey }: { onKey: (input: string) => void }) {
  const text = useTexts(terminalMessages);
  return (
    <ul aria-label={text.keys} className={css.keys}>
      {Object.entries(keys).map(([name, input]) => (
        <li key={name}>
          <Button size="small" aria-label={text.arrows[name]} onClick={() => onKey(input)}>
            {name}
          </Button>
        </li>
      ))}
    </ul>
  );
}
