import { useTexts } from '../../lib/i18n/messages.tsx';
import { useSlowNowSec } from '../../lib/use-now.ts';
import { terminalMessages } from './messages.ts';

/** Shows the time until the environment of a kept step is removed. */
export function TimeUntil({ until }: { until: number }) {
  const text = useTexts(terminalMessages);
  const nowSec = useSlowNowSec();
  return text.left(Math.max(0, Math.floor((until - nowSec) / 60)));
}
