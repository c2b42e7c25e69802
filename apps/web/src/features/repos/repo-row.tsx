import type { DefaultBranch, Repo } from '@millrace/contract/api';
import { Link } from 'react-router';
import { ActivityLine } from '../../domain-ui/activity-line.tsx';
import { activityMessages } from '../../domain-ui/activity-messages.ts';
import { buildTitle } from '../../domain-ui/activity-text.ts';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { classNames } from '../../lib/class-names.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { hasServerExtras } from '../../lib/server-kind.ts';
import rows from '../../ui/row-list.module.css';
import { BranchState } from './branch-state.tsx';
import { dashboardMessages } from './messages.ts';
import css from './repo-list.module.css';
import { repoStatus } from './repo-list-view.ts';

interface RepoRowProps {
  repo: Repo;
  branch?: DefaultBranch | undefined;
  /** Shown instead of the state of the default branch. */
  note?: string;
}

export function RepoRow({ repo, branch, note }: RepoRowProps) {
  const dashboard = useTexts(dashboardMessages);
  const text = useTexts(activityMessages);
  const { build } = repo;
  return (
    <Link
      className={classNames(rows.row, rows.twoLines, repoRowClass())}
      to={repo.active ? paths.repo(repo.slug) : paths.repoSettings(repo.slug)}
    >
      <StatusIcon status={repoStatus(repo)} />
      <span className={classNames(rows.text, css.slug)}>
        <span className={css.namespace}>{repo.namespace} / </span>
        <span className={css.name}>{repo.name}</span>
      </span>
      {build ? (
        <>
          <span className={classNames(rows.text, css.message)}>
            <span className={css.muted}>#{build.number}</span> {buildTitle(build, text.untitled)}
          </span>
          <span className={classNames(rows.text, css.who)}>
            <ActivityLine build={build} />
          </span>
          {!note && hasServerExtras() && (
            <BranchState branch={repo.active ? branch : undefined} className={css.branch} />
          )}
          <span className={classNames(rows.time, css.time)}>
            <RelativeTime timeSec={build.created} />
          </span>
        </>
      ) : (
        <span className={classNames(rows.text, css.message, css.muted)}>
          {repo.active ? dashboard.noBuilds : dashboard.notActive}
        </span>
      )}
      {note && (
        <span className={css.branch}>
          <span className={css.note}>{note}</span>
        </span>
      )}
    </Link>
  );
}

/** Returns the class of a row, which has a column for the default branch if the server reports its state. */
export function repoRowClass(): string {
  return classNames(css.row, hasServerExtras() && css.withBranch);
}
