import { Search } from 'lucide';
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { logError } from '../../lib/log-error.ts';
import { isPageKey } from '../../lib/page-keys.ts';
import { shortcutKey } from '../../lib/shortcut-key.ts';
import { Icon } from '../../ui/icon.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { bufferKeys } from './buffer-keys.ts';

export interface SearchPaletteProps {
  isOpen: boolean;
  onClose: () => void;
  /** Returns the text that was typed before the palette was loaded. */
  takeTyped: () => string;
}

interface SearchButtonProps {
  className: string | undefined;
  loadPalette: () => Promise<{ SearchPalette: ComponentType<SearchPaletteProps> }>;
}

/** Opens the search, also by `/` and Ctrl+K or Cmd+K. The palette is loaded on first use. */
export function SearchButton({ className, loadPalette }: SearchButtonProps) {
  const { search: text } = useMessages();
  const [isOpen, setIsOpen] = useState(false);
  const [hasOpened, setHasOpened] = useState(false);
  const keys = useRef<ReturnType<typeof bufferKeys>>(null);
  const takeTyped = () => {
    const typed = keys.current?.take() ?? '';
    keys.current = null;
    return typed;
  };
  const open = () => {
    if (isOpen) return;
    keys.current ??= bufferKeys();
    setIsOpen(true);
    setHasOpened(true);
  };
  const openByKey = useEffectEvent(open);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      openByKey();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  // If preloading fails, opening the search loads the code again.
  const preload = () => loadPalette().catch(logError);

  const reset = () => {
    takeTyped();
    setIsOpen(false);
    setHasOpened(false);
  };
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        title={text.button}
        onPointerEnter={preload}
        onClick={open}
      >
        <Icon icon={Search} />
        <span data-nav-label>{text.button}</span>
      </button>
      {hasOpened && (
        <OnDemand load={loadPalette} onMissing={reset}>
          {({ SearchPalette }) => (
            <SearchPalette isOpen={isOpen} onClose={() => setIsOpen(false)} takeTyped={takeTyped} />
          )}
        </OnDemand>
      )}
    </>
  );
}

function isSearchKey(event: KeyboardEvent): boolean {
  if (shortcutKey(event) === 'k' && !event.altKey) return event.ctrlKey || event.metaKey;
  return isPageKey(event, '/');
}
