import { expect, it } from 'vitest';
import { starterOf } from './starter-of.ts';

it.each([
  ['@hook', 'brian', 'brian'],
  ['@cron', 'brian', 'brian'],
  ['ada', 'brian', 'ada'],
  ['', 'brian', 'brian'],
  [undefined, 'brian', 'brian'],
])(
  'a build with the trigger %s and the sender %s was started by %s',
  (trigger, sender, starter) => {
    expect(starterOf({ trigger, sender })).toBe(starter);
  },
);
