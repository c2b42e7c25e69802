import type { BisectionCommit } from '@millrace/contract/api';
import { toHttpUrl } from '../../lib/safe-url.ts';
import css from './bisections.module.css';

const shortHashLength = 8;

/** Hash of a commit, as a link to its page at the forge if it has one. */
export function CommitHash({ commit }: { commit: Pick<BisectionCommit, 'sha' | 'link'> }) {
  const link = toHttpUrl(commit.link);
  const hash = <code>{commit.sha.slice(0, shortHashLength)}</code>;
  return (
    <span className={css.hash}>
      {link ? (
        <a className={css.linked} href={link}>
          {hash}
        </a>
      ) : (
        hash
      )}
    </span>
  );
}
