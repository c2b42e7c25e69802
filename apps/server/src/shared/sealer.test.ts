import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { Sealer } from './sealer.ts';

it('decrypts its own values only', () => {
  const sealer = new Sealer(randomBytes(32));
  const text = sealer.seal('päss');
  expect(text).not.toContain('päss');
  expect(sealer.open(text)).toBe('päss');
  expect(sealer.seal('päss')).not.toBe(text);
  expect(() => new Sealer(randomBytes(32)).open(text)).toThrow();
  const bent = Buffer.from(text, 'base64');
  bent[bent.length - 1] = (bent.at(-1) ?? 0) ^ 1;
  expect(() => sealer.open(bent.toString('base64'))).toThrow();
  expect(sealer.tryOpen(bent.toString('base64'))).toBeUndefined();
  expect(sealer.tryOpen('short')).toBeUndefined();
});

it('derives sealers that decrypt only their own values', () => {
  const sealer = new Sealer(randomBytes(32));
  const text = sealer.derive('one').seal('value');
  expect(sealer.derive('one').open(text)).toBe('value');
  expect(sealer.derive('two').tryOpen(text)).toBeUndefined();
  expect(sealer.tryOpen(text)).toBeUndefined();
});
