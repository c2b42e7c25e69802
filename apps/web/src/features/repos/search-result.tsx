import type { Repo } from '@millrace/contract/api';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { ChevronRightIcon } from '../../ui/icons.tsx';
import { repoStatus } from './repo-list-view.ts';
import css from './search-drawer.module.css';

interface SearchResultProps {
  repo: Repo;
  isExpanded: boolean;
  onExpand: (isExpanded: boolean) => void;
  onOpen: () => void;
  /** What shows below it once it is expanded. */
  children: ReactNode;
}

/** A repository that was found; its builds and branches are one key away. */
export function SearchResult({ repo, isExpanded, onExpand, onOpen, children }: SearchResultProps) {
  const { search: text } = useMessages();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    event.preventDefault();
    onExpand(event.key === 'ArrowRight');
  };
  return (
    <>
      <div className={css.row}>
        <Link
          className={css.result}
          to={paths.repo(repo.slug)}
          aria-keyshortcuts="ArrowRight"
          onClick={onOpen}
          onKeyDown={onKeyDown}
        >
          <StatusIcon status={repoStatus(repo)} />
          <span>
            <span className={css.namespace}>{repo.namespace} / </span>
            {repo.name}
          </span>
          {repo.build && (
            <span className={css.time}>
              <RelativeTime timeSec={repo.build.created} />
            </span>
          )}
        </Link>
        <button
          type="button"
          className={css.expand}
          aria-expanded={isExpanded}
          aria-label={text.expand(repo.slug)}
          onClick={() => onExpand(!isExpanded)}
        >
          <ChevronRightIcon />
        </button>
      </div>
      {isExpanded && children}
    </>
  );
}
