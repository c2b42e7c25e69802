import { scryptSync } from 'node:crypto';

/**
 * Hashes a password at a very low cost, which is part of the hash. The server accepts such a hash, but never
 * creates one. For accounts that a test needs but does not test.
 */
export function cheapHash(password: string): string {
  const cost = { N: 2, r: 1, p: 1 };
  const salt = Buffer.from('salt');
  const key = scryptSync(password, salt, 32, cost);
  const parts = [...Object.values(cost), salt.toString('base64'), key.toString('base64')];
  return ['scrypt', ...parts].join('$');
}
