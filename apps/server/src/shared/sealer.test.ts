import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { Sealer } from './sealer.ts';

it('opens what it sealed, and nothing else does', () => {
  const sealer = new Sealer(randomBytes(32));
  const sealed = sealer.seal('päss');
  expect(sealed).not.toContain('päss');
  expect(sealer.open(sealed)).toBe('päss');
  expect(sealer.seal('päss')).not.toBe(sealed);
  expect(() => new Sealer(randomBytes(32)).open(sealed)).toThrow();
  const bent = Buffer.from(sealed, 'base64');
  bent[bent.length - 1] = (bent.at(-1) ?? 0) ^ 1;
  expect(() => sealer.open(bent.toString('base64'))).toThrow();
  expect(sealer.tryOpen(bent.toString('base64'))).toBeUndefined();
  expect(sealer.tryOpen('short')).toBeUndefined();
});

it('derives sealers that open only what is their own', () => {
  const sealer = new Sealer(randomBytes(32));
  const sealed = sealer.derive('one').seal('value');
  expect(sealer.derive('one').open(sealed)).toBe('value');
  expect(sealer.derive('two').tryOpen(sealed)).toBeUndefined();
  expect(sealer.tryOpen(sealed)).toBeUndefined();
});
