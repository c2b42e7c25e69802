import { expect, it } from 'vitest';
import { forgeEvent } from './forge-event-schema.ts';

const push = { kind: 'push', ref: 'refs/heads/main', before: 'a', after: 'b' };
const event = {
  delivery: '762ffe76',
  repo: { namespace: 'ada', name: 'app', uid: '7', isPrivate: false },
  sender: { login: 'ada', avatar: 'https://git.example.com/ada.png' },
  news: [push, { kind: 'deleted' }],
};

it('ignores fields of a newer version', () => {
  expect(forgeEvent.parse({ ...event, priority: 1 })).toEqual(event);
});

it.each([
  { ...event, repo: undefined },
  { ...event, news: [{ kind: 'renamed' }] },
])('rejects an event that it cannot read: %j', (unreadable) => {
  expect(forgeEvent.safeParse(unreadable).success).toBe(false);
});
