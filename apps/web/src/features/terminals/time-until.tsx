import { useTerminalMessages } from '../../lib/i18n/terminal-messages.ts';
import { useSlowNowSec } from '../../lib/use-now.ts';

/** Shows the time until the environment of a kept step is removed. */
export function TimeUntil({ until }: { until: number }) {
  const text = useTerminalMessages();
  const nowSec = useSlowNowSec();
  return text.left(Math.max(0, Math.floor((until - nowSec) / 60)));
}
