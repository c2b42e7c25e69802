import { newPersonalSubscription, newSubscription } from '@millrace/contract/schemas';
import { expect, test } from 'vitest';
import { refusedParts } from './subscription-errors.ts';

const long = 'a'.repeat(3000);
const valid = { name: 'team', channel: 'webhook', url: 'https://ci.example/x' };

test.each([
  ['name', { ...valid, name: ' ' }],
  ['name', { ...valid, name: long }],
  ['url', { ...valid, url: 'mailto:ada@example.com' }],
  ['url', { ...valid, url: `https://ci.example/${long}` }],
  ['secret', { ...valid, secret: long }],
  ['recipients', { ...valid, recipients: ['ada'] }],
  ['recipients', { ...valid, recipients: Array(21).fill('ada@example.com') }],
  ['branches', { ...valid, branches: long }],
])('finds the field %s of a rejected value by the message (%#)', (part, body) => {
  expect(partsAtFault(newSubscription.safeParse(body))).toEqual([part]);
});

test('finds the field of too many repositories by the message', () => {
  const body = { ...valid, scope: 'chosen', repos: Array(101).fill('octo/hello') };
  expect(partsAtFault(newPersonalSubscription.safeParse(body))).toEqual(['repos']);
});

function partsAtFault({ error }: { error?: { issues: { message: string }[] } }): string[] {
  const message = error?.issues[0]?.message ?? '';
  const parts = Object.entries(refusedParts).filter(([, pattern]) => pattern.test(message));
  return parts.map(([part]) => part);
}
