import { Tag } from 'lucide';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { Icon } from '../../ui/icon.tsx';
import css from './revision-option.module.css';
import type { Revision } from './revision-queries.ts';

const shortLength = 8;

/** A commit or tag in the list of suggestions. */
export function RevisionOption({ sha, name, title, author, committed }: Revision) {
  const short = sha.slice(0, shortLength);
  return (
    <>
      <span className={css.line}>
        {name === undefined ? (
          <code>{short}</code>
        ) : (
          <>
            <Icon icon={Tag} size={12} />
            <strong>{name}</strong>
          </>
        )}{' '}
        <span className={css.title}>{title}</span>
      </span>
      <span className={css.note}>
        {name !== undefined && <code>{short}</code>}
        {author && <span>{author}</span>}
        {committed ? <RelativeTime timeSec={committed} /> : null}
      </span>
    </>
  );
}
