import type { Estimate } from '@millrace/contract/api';
import type { Texts } from '../../lib/i18n/texts.ts';
import type { estimateMessages } from './messages.ts';

const minuteSec = 60;
const hourSec = 3600;

/** Returns how long it probably takes until a time, in words, and the interval: `about 5 min left (3–8 min)`. */
export function estimateText(
  { low, likely, high }: Estimate,
  nowSec: number,
  text: Texts<typeof estimateMessages>,
  inWords = text.left,
): { left: string; range: string } {
  if (high <= nowSec) return { left: text.late, range: text.late };
  const [from, to] = [low, high].map((sec) => amountOf(sec - nowSec));
  const middle = amountOf(likely - nowSec);
  const format = ({ count, unit }: Amount) => text[unit](count);
  return {
    left: inWords(format(middle)),
    range: text.range(format(from ?? middle), format(to ?? middle)),
  };
}

interface Amount {
  count: number;
  unit: 'seconds' | 'minutes' | 'hours';
}

/** Rounds to a precision that an estimate can have. */
function amountOf(sec: number): Amount {
  const rest = Math.max(0, sec);
  if (rest < minuteSec) return { count: Math.max(10, Math.ceil(rest / 10) * 10), unit: 'seconds' };
  if (rest < 2 * hourSec) return { count: Math.round(rest / minuteSec), unit: 'minutes' };
  return { count: Math.round(rest / hourSec), unit: 'hours' };
}
