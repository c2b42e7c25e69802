import type { Repo } from '@millrace/contract/api';
import { Link } from 'react-router';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { paths } from '../../lib/paths.ts';
import { repoStatus } from './repo-list-view.ts';
import css from './search-drawer.module.css';

interface SearchResultProps {
  repo: Repo;
  onOpen: () => void;
}

export function SearchResult({ repo, onOpen }: SearchResultProps) {
  return (
    <Link className={css.result} to={paths.repo(repo.slug)} onClick={onOpen}>
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
  );
}
