import type { BisectionDetails } from '@millrace/contract/api';
import type { RepoName } from '../../api/build-queries.ts';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import css from './bisections.module.css';
import { CommitHash } from './commit-hash.tsx';
import { bisectionMessages } from './messages.ts';
import { OutcomeLink } from './outcome-link.tsx';

interface RunListProps {
  repo: RepoName;
  bisection: BisectionDetails;
}

/** Runs of a bisection, newest first. */
export function RunList({ repo, bisection }: RunListProps) {
  const text = useTexts(bisectionMessages);
  const { run_list: runs, list } = bisection;
  if (runs.length === 0) return <p className={css.hint}>{text.noRuns}</p>;
  const slug = `${repo.namespace}/${repo.name}`;
  return (
    <ol className={css.list} reversed>
      {[...runs.entries()].reverse().map(([at, run]) => {
        const commit = list[run.commit - 1];
        return (
          <li key={at} className={css.run}>
            <span className={css.number}>{at + 1}</span>
            <OutcomeLink slug={slug} run={run} />
            <span className={css.message}>
              {text.onCommit} {commit && <CommitHash commit={commit} />} {commit?.message}
            </span>
            <span className={css.time}>
              <RelativeTime timeSec={run.created} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}
