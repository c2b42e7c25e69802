import { formatExact, formatRelative } from '../lib/format-time.ts';
import { useLanguage } from '../lib/i18n/messages.tsx';
import { useSlowNowSec } from '../lib/use-now.ts';

export function RelativeTime({ timeSec }: { timeSec: number | undefined }) {
  const { locale } = useLanguage();
  const nowSec = useSlowNowSec();
  if (!timeSec) return null;
  return (
    <time dateTime={new Date(timeSec * 1000).toISOString()} title={formatExact(timeSec, locale)}>
      {formatRelative(timeSec, nowSec, locale)}
    </time>
  );
}
