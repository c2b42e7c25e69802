import { useMessages } from '../lib/i18n/messages.tsx';
import { Dialog } from '../ui/dialog.tsx';
import css from './shortcuts-dialog.module.css';

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { shortcuts: text } = useMessages();
  return (
    <Dialog title={text.title} isOpen onClose={onClose}>
      <dl className={css.keys}>
        {text.keys.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
