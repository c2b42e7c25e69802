import { scryptSync } from 'node:crypto';

/**
 * The hash of a password at next to no cost, which it carries itself: the server makes none like it, but
 * checks it as any other. For accounts that tests have besides what they test.
 */
export function cheapHash(password: string): string {
  const cost = { N: 2, r: 1, p: 1 };
  const salt = Buffer.from('salt');
  const key = scryptSync(password, salt, 32, cost);
  const parts = [...Object.values(cost), salt.toString('base64'), key.toString('base64')];
  return ['scrypt', ...parts].join('$');
}
