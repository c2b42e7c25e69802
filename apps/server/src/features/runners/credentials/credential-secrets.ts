import { createHash, randomBytes } from 'node:crypto';

const tokenPrefix = 'mlrt_';
const credentialPrefix = 'mlrc_';

/** Creates a one-time token, with which a runner registers. */
export function createToken(): string {
  return createText(tokenPrefix);
}

/** Creates the credential with which a runner calls. */
export function createCredential(): string {
  return createText(credentialPrefix);
}

/** Returns whether a text looks like a credential, and not like a shared secret. */
export function isCredential(text: string): boolean {
  return text.startsWith(credentialPrefix);
}

/**
 * Returns the hash under which a token or a credential is stored. Both are random, so a fast hash is enough, and the time of a
 * search by it reveals nothing about them.
 */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function createText(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url');
}
