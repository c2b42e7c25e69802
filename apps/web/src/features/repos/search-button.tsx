import type { Repo } from '@millrace/contract/api';
import { type ReactNode, useEffect, useState } from 'react';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { logError } from '../../lib/log-error.ts';
import { isPageKey } from '../../lib/page-keys.ts';
import { SearchIcon } from '../../ui/icons.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';

const loadDrawer = () => import('./search-drawer.tsx');
/** Where it fails, opening the search tries again. */
const preload = () => loadDrawer().catch(logError);

const preloadAfterMs = 1000;

interface SearchButtonProps {
  className: string | undefined;
  /** What a repository that was found shows once it is expanded. */
  renderDetails: (repo: Repo, close: () => void) => ReactNode;
}

/** Opens the search, also by `/` and Ctrl or Cmd K; the drawer is fetched with the first use. */
export function SearchButton({ className, renderDetails }: SearchButtonProps) {
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
    // Early enough that what is typed after the key is not lost.
    const timer = setTimeout(preload, preloadAfterMs);
    return () => clearTimeout(timer);
  }, []);
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
        <OnDemand load={loadDrawer} onMissing={forget}>
          {({ SearchDrawer }) => (
            <SearchDrawer
              isOpen={isOpen}
              onClose={() => setIsOpen(false)}
              renderDetails={renderDetails}
            />
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
