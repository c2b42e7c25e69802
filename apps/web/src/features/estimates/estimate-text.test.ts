import { expect, test } from 'vitest';
import { textsIn } from '../../lib/i18n/texts.ts';
import { estimateText } from './estimate-text.ts';
import { estimateMessages } from './messages.ts';

test.each([
  [[125, 290, 480], 'about 5 min left', 'in nine of ten cases, 2 min to 8 min'],
  [[1, 12, 59], 'about 20 s left', 'in nine of ten cases, 10 s to 60 s'],
  [[-20, -5, 30], 'about 10 s left', 'in nine of ten cases, 10 s to 30 s'],
  [[3600, 7300, 20_000], 'about 2 h left', 'in nine of ten cases, 60 min to 6 h'],
  [[-40, -20, -1], 'longer than usual', 'longer than usual'],
])('writes %j seconds from now as %s', ([low = 0, likely = 0, high = 0], left, range) => {
  const now = 1000;
  const estimate = { low: now + low, likely: now + likely, high: now + high };
  expect(estimateText(estimate, now, textsIn('en', estimateMessages))).toEqual({ left, range });
});
