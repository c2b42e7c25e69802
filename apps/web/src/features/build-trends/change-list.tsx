import type { TrendChange } from '@millrace/contract/api';
import { Link } from 'react-router';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { formatDuration } from '../../lib/format-time.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { Section } from '../../ui/section.tsx';
import { percentOf } from './chart-view.ts';
import css from './trend-page.module.css';
import { trendPageMessages } from './trend-page-messages.ts';
import { changeText, shortCommit } from './trend-points.ts';

interface ChangeListProps {
  slug: string;
  changes: readonly TrendChange[];
}

/** Lasting changes of the duration, newest first, each with the commit at which it began. */
export function ChangeList({ slug, changes }: ChangeListProps) {
  const text = useTexts(trendPageMessages);
  return (
    <Section title={text.changes}>
      <ol className={css.list}>
        {changes.toReversed().map((change) => (
          <li key={change.build} className={css.change}>
            <span className={percentOf(change) > 0 ? css.slower : css.faster}>
              {changeText(text, change)}
            </span>
            <span className={css.number}>
              {text.fromTo(formatDuration(change.before), formatDuration(change.after))}
            </span>
            <Link className={css.commit} to={paths.build(slug, change.build)}>
              <code>{shortCommit(change.commit)}</code>
              <span className={css.commitTitle}>{change.title}</span>
              <span>#{change.build}</span>
            </Link>
            <RelativeTime timeSec={change.created} />
          </li>
        ))}
      </ol>
    </Section>
  );
}
