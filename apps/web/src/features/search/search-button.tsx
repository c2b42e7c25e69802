import { type ComponentType, useEffect, useState } from 'react';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { logError } from '../../lib/log-error.ts';
import { isPageKey } from '../../lib/page-keys.ts';
import { SearchIcon } from '../../ui/icons.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';

const preloadAfterMs = 1000;

export interface SearchPaletteProps {
  isOpen: boolean;
  onClose: () => void;
}

interface SearchButtonProps {
  className: string | undefined;
  loadPalette: () => Promise<{ SearchPalette: ComponentType<SearchPaletteProps> }>;
}

/** Opens the search, also by `/` and Ctrl or Cmd K; the palette is loaded soon after the page. */
export function SearchButton({ className, loadPalette }: SearchButtonProps) {
  const { search: text } = useMessages();
  const [isOpen, setIsOpen] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      setIsOpen(true);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  // If this fails, opening the search loads it again.
  const preload = () => loadPalette().catch(logError);
  useEffect(() => {
    // Early enough that what is typed after the key is not lost.
    const timer = setTimeout(() => loadPalette().catch(logError), preloadAfterMs);
    return () => clearTimeout(timer);
  }, [loadPalette]);
  useEffect(() => {
    if (isOpen) setIsWanted(true);
  }, [isOpen]);

  const forget = () => {
    setIsOpen(false);
    setIsWanted(false);
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
        onClick={() => setIsOpen(true)}
      >
        <SearchIcon />
        <span data-nav-label>{text.button}</span>
      </button>
      {isWanted && (
        <OnDemand load={loadPalette} onMissing={forget}>
          {({ SearchPalette }) => (
            <SearchPalette isOpen={isOpen} onClose={() => setIsOpen(false)} />
          )}
        </OnDemand>
      )}
    </>
  );
}

function isSearchKey(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === 'k') return event.ctrlKey || event.metaKey;
  return isPageKey(event, '/');
}
