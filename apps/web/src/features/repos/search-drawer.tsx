import { Dialog } from '@base-ui/react/dialog';
import type { Repo } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { isComposing } from '../../lib/is-composing.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { CloseIcon, SearchIcon } from '../../ui/icons.tsx';
import { repoListQuery } from './repo-queries.ts';
import { searchRepos } from './repo-search.ts';
import css from './search-drawer.module.css';
import { SearchResult } from './search-result.tsx';

interface SearchDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  /** What a repository shows once it is expanded. */
  renderDetails: (repo: Repo, close: () => void) => ReactNode;
}

const maxResults = 50;

/** Enter opens the first result, arrows walk through all of them and into each. */
export function SearchDrawer({ isOpen, onClose, renderDetails }: SearchDrawerProps) {
  const { search: text, common } = useMessages();
  const { data: repos = [], error, refetch } = useQuery({ ...repoListQuery, enabled: isOpen });
  const [query, setQuery] = useState('');
  const [expanded, setExpanded] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const found = searchRepos(repos, query).slice(0, maxResults);
  const close = () => {
    setQuery('');
    onClose();
  };
  const openFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event) || !found[0]) return;
    navigate(paths.repo(found[0].slug));
    close();
  };

  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => open || close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={css.backdrop} />
        <Dialog.Popup className={css.drawer} initialFocus={input} onKeyDown={moveFocus}>
          <Dialog.Title className="visually-hidden">{text.title}</Dialog.Title>
          <div className={css.query}>
            <SearchIcon />
            <input
              ref={input}
              type="text"
              aria-label={text.placeholder}
              placeholder={text.placeholder}
              autoComplete="off"
              spellCheck={false}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              onKeyDown={openFirst}
            />
            <Button kind="ghost" size="small" isIcon aria-label={common.close} onClick={close}>
              <CloseIcon />
            </Button>
          </div>
          {found.length > 0 && <p className={css.hint}>{text.hint}</p>}
          {found.length > 0 && (
            <ul className={css.results}>
              {found.map((repo) => (
                <li key={repo.slug}>
                  <SearchResult
                    repo={repo}
                    isExpanded={repo.slug === expanded}
                    onExpand={(isExpanded) => setExpanded(isExpanded ? repo.slug : null)}
                    onOpen={close}
                  >
                    {renderDetails(repo, close)}
                  </SearchResult>
                </li>
              ))}
            </ul>
          )}
          <div role="status">
            {error && repos.length === 0 ? (
              <LoadFailure {...describeFailure(error)} onRetry={refetch} />
            ) : (
              query.trim() && found.length === 0 && <p className={css.none}>{text.none}</p>
            )}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (isComposing(event)) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
  if (next === undefined || !stops[next]) return;
  event.preventDefault();
  stops[next].focus();
}
