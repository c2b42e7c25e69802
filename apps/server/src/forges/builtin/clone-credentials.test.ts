import { systemClock } from '@millrace/node-kit/clock';
import { expect, it } from 'vitest';
import { Sealer } from '../../shared/sealer.ts';
import { ClonePasswords } from './clone-credentials.ts';

const sealer = new Sealer(Buffer.alloc(32));
const passwords = new ClonePasswords(sealer, systemClock);
const nowSec = systemClock.nowSec();

it('reads the stage of a password', () => {
  expect(passwords.findStage(passwords.issue({ id: 17, lifeSec: 60 }))).toBe(17);
});

const change = (index: number, part: string) => {
  const parts = passwords.issue({ id: 17, lifeSec: 60 }).split('.');
  return parts.toSpliced(index, 1, part).join('.');
};

it.each([
  ['another stage', change(1, '18')],
  ['the stage with another spelling', change(1, '017')],
  ['a later expiry', change(0, String(nowSec + 600))],
  ['no expiry', change(0, '')],
  ['an unreadable expiry', change(0, 'never')],
  ['another signature', change(2, 'x')],
  ['no signature', change(2, '')],
  ['no parts', ''],
])('finds no stage in a password with %s', (_, password) => {
  expect(passwords.findStage(password)).toBeUndefined();
});

it('rejects expired passwords', () => {
  const password = passwords.issue({ id: 17, lifeSec: -1 });
  expect(passwords.findStage(password)).toBeUndefined();
});
