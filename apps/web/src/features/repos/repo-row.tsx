import type { Repo } from '@millrace/contract/api';
import { Link } from 'react-router';
import { ActivityLine } from '../../domain-ui/activity-line.tsx';
import { buildTitle } from '../../domain-ui/activity-text.ts';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import css from './repo-list.module.css';
import { repoStatus } from './repo-list-view.ts';

export function RepoRow({ repo }: { repo: Repo }) {
  const { dashboard, activity: text } = useMessages();
  const { build } = repo;
  return (
    <Link
      className={css.row}
      to={repo.active ? paths.repo(repo.slug) : paths.repoSettings(repo.slug)}
    >
      <StatusIcon status={repoStatus(repo)} />
      <span className={css.slug}>
        <span className={css.namespace}>{repo.namespace} / </span>
        <span className={css.name}>{repo.name}</span>
      </span>
      {build ? (
        <>
          <span className={css.message}>
            <span className={css.muted}>#{build.number}</span> {buildTitle(build, text.untitled)}
          </span>
          <span className={css.who}>
            <ActivityLine build={build} />
          </span>
          <span className={css.time}>
            <RelativeTime timeSec={build.created} />
          </span>
        </>
      ) : (
        <span className={`${css.message} ${css.muted}`}>
          {repo.active ? dashboard.noBuilds : dashboard.notActive}
        </span>
      )}
    </Link>
  );
}
