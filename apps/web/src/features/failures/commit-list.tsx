import type { CommitOfBuild } from '@millrace/contract/api';
import { Avatar } from '../../domain-ui/avatar.tsx';
import { toHttpUrl } from '../../lib/safe-url.ts';
import css from './failure-summary.module.css';

const shortHashLength = 8;

/** Commits with their authors and links to the forge. */
export function CommitList({ commits }: { commits: readonly CommitOfBuild[] }) {
  return (
    <ol className={css.commits}>
      {commits.map((commit) => {
        const author = commit.author_name || commit.author_login;
        const link = toHttpUrl(commit.link);
        const hash = commit.sha.slice(0, shortHashLength);
        return (
          <li key={commit.sha} className={css.commit}>
            <Avatar src={commit.author_avatar} name={author} />
            <span className={css.sha}>{link ? <a href={link}>{hash}</a> : hash}</span>
            <span className={css.message} title={commit.message}>
              {commit.message}
            </span>
            <span className={css.author}>{author}</span>
          </li>
        );
      })}
    </ol>
  );
}
