import { lazy, Suspense, useEffect, useState } from 'react';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { SearchIcon } from '../../ui/icons.tsx';

const loadDrawer = () => import('./search-drawer.tsx');
const SearchDrawer = lazy(async () => ({ default: (await loadDrawer()).SearchDrawer }));

/** Opens the search, also by `/` and Ctrl or Cmd K; the drawer is fetched with the first use. */
export function SearchButton({ className }: { className: string | undefined }) {
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
  useEffect(() => {
    if (isOpen) setIsWanted(true);
  }, [isOpen]);

  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        title={text.button}
        onPointerEnter={loadDrawer}
        onClick={() => setIsOpen(true)}
      >
        <SearchIcon />
        <span data-nav-label>{text.button}</span>
      </button>
      {isWanted && (
        <Suspense>
          <SearchDrawer isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function isSearchKey(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === 'k') return event.ctrlKey || event.metaKey;
  const isTyping =
    event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
  return event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey;
}
