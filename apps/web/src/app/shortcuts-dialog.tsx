import { useState } from 'react';
import { useMessages, useTexts } from '../lib/i18n/messages.tsx';
import { hasPageKeys, setPageKeys } from '../lib/page-keys.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Switch } from '../ui/switch.tsx';
import { shortcutMessages } from './shortcut-messages.ts';
import css from './shortcuts-dialog.module.css';

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { shortcuts } = useMessages();
  const text = useTexts(shortcutMessages);
  const [hasKeys, setHasKeys] = useState(hasPageKeys);
  const change = (isOn: boolean) => {
    setPageKeys(isOn);
    setHasKeys(isOn);
  };
  return (
    <Dialog title={shortcuts.title} isOpen onClose={onClose}>
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
      <div className={css.single}>
        <Switch label={text.single} checked={hasKeys} onChange={change} />
      </div>
    </Dialog>
  );
}
