import type { Build } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { Avatar } from '../../domain-ui/avatar.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { toHttpUrl } from '../../lib/safe-url.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { newCommitsQuery } from './environment-queries.ts';
import css from './environments.module.css';
import { environmentMessages } from './messages.ts';

interface CommitChangesProps {
  repo: RepoName;
  before: Build;
  after: Build;
}

/** Commits that a build added to those of an earlier one, or took back. */
export function CommitChanges({ repo, before, after }: CommitChangesProps) {
  const text = useTexts(environmentMessages);
  const isSame = before.after === after.after;
  const added = useQuery({
    ...newCommitsQuery(repo, after.number, before.number),
    enabled: !isSame,
  });
  const isOlder = added.data?.commits.length === 0 && added.data.has_all_commits;
  const removed = useQuery({
    ...newCommitsQuery(repo, before.number, after.number),
    enabled: !isSame && isOlder,
  });
  if (isSame) return <p className={css.hint}>{text.sameCommit}</p>;
  const { data, error } = isOlder ? removed : added;
  if (!data && !error) return <Skeleton width="60%" />;
  if (!data || data.commits.length === 0) return <p className={css.hint}>{text.noCommits}</p>;
  return (
    <>
      <ol className={css.commits} aria-label={isOlder ? text.takenBack : text.added}>
        {data.commits.map((commit) => {
          const author = commit.author_name || commit.author_login;
          const link = toHttpUrl(commit.link);
          const hash = <code>{commit.sha.slice(0, 8)}</code>;
          return (
            <li key={commit.sha} className={css.commit}>
              <span className={css.hash}>{link ? <a href={link}>{hash}</a> : hash}</span>
              <span className={css.message}>{commit.message}</span>
              <span className={css.author}>
                <Avatar src={commit.author_avatar} name={author} />
                <span className={css.authorName}>{author}</span>
              </span>
            </li>
          );
        })}
      </ol>
      {isOlder && <p className={css.hint}>{text.takenBack}</p>}
      {!data.has_all_commits && <p className={css.hint}>{text.onlyNewest(data.commits.length)}</p>}
    </>
  );
}
