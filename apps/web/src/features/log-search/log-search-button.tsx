import { Search } from 'lucide';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { shortcutKey } from '../../lib/shortcut-key.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import css from './log-search-button.module.css';
import { logSearchMessages } from './messages.ts';

interface LogSearchButtonProps {
  /** Whether the button receives the focus, because the search was just closed. */
  takesFocus: boolean;
  onOpen: () => void;
}

/** Button that opens the log search, also with Ctrl+Shift+F. */
export function LogSearchButton({ takesFocus, onOpen }: LogSearchButtonProps) {
  const text = useTexts(logSearchMessages);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isOurs = (event.ctrlKey || event.metaKey) && event.shiftKey;
      if (!isOurs || shortcutKey(event) !== 'f') return;
      event.preventDefault();
      onOpen();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [onOpen]);
  return (
    <div className={css.row}>
      <Button
        ref={button}
        size="small"
        className={css.button}
        aria-keyshortcuts="Control+Shift+F Meta+Shift+F"
        onClick={onOpen}
      >
        <Icon icon={Search} size={14} />
        {text.title}
      </Button>
    </div>
  );
}
