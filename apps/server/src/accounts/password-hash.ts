import { randomBytes, timingSafeEqual } from 'node:crypto';

/** scrypt parameters: 32 MB of memory and about 0.1 s of CPU time. */
const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const keyBytes = 32;

export type Cost = typeof cost;
/** Computes an scrypt key. */
export type Derive = (request: {
  password: string;
  salt: Uint8Array;
  keyBytes: number;
  cost: Cost;
}) => Promise<Uint8Array>;

/**
 * Returns `scrypt$N$r$p$salt$key`. Each hash contains its cost, so the cost can change without invalidating
 * passwords.
 */
export async function createHash(password: string, derive: Derive): Promise<string> {
  const salt = randomBytes(16);
  return formatHash(salt, await derive({ password, salt, keyBytes, cost }));
}

export async function verifyHash(password: string, hash: string, derive: Derive): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = hash.split('$');
  if (scheme !== 'scrypt' || !salt || !key) return false;
  const expected = Buffer.from(key, 'base64');
  const actual = await derive({
    password,
    salt: Buffer.from(salt, 'base64'),
    keyBytes,
    cost: { N: Number(N), r: Number(r), p: Number(p), maxmem: cost.maxmem },
  });
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Returns a hash that matches no password. Verifying it takes as long as verifying a real one. */
export function createUnmatchableHash(): string {
  return formatHash(randomBytes(16), randomBytes(keyBytes));
}

function formatHash(salt: Buffer, key: Uint8Array): string {
  const encoded = Buffer.from(key).toString('base64');
  return `scrypt$${cost.N}$${cost.r}$${cost.p}$${salt.toString('base64')}$${encoded}`;
}
