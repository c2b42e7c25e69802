import { useQuery } from '@tanstack/react-query';
import { shownAnnouncementQuery } from '../features/announcement/announcement-queries.ts';
import { bannerMessages } from '../features/announcement/banner-messages.ts';
import { useLanguage, useTexts } from '../lib/i18n/messages.tsx';
import css from './app-frame.module.css';

/** Short, so that a phone shows both times. */
const shortTime = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;

/** Shows the announcement above the page. */
export function AnnouncementBanner() {
  const text = useTexts(bannerMessages);
  const { locale } = useLanguage();
  const { data } = useQuery(shownAnnouncementQuery);
  if (!data) return null;
  const { ends, read_only, read_only_from } = data;
  const at = (sec: number) => new Date(sec * 1000).toLocaleString(locale, shortTime);
  const times = [
    read_only && text.isReadOnly,
    !read_only && read_only_from > 0 && text.readOnlyAt(at(read_only_from)),
    ends > 0 && text.until(at(ends)),
  ].filter(Boolean);
  return (
    <p className={css.announcement}>
      {data.text}
      {times.length > 0 && <strong className={css.times}>{times.join(' ')}</strong>}
    </p>
  );
}
