import { createDecipheriv } from 'node:crypto';

/** Length of the keys of Drone, in bytes. */
export const droneKeyBytes = 32;
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Decrypts a value that Drone encrypted: nonce, ciphertext and tag. Returns undefined if it was not encrypted
 * with this key.
 */
export function decryptDroneValue(key: string, value: Uint8Array): string | undefined {
  const secret = Buffer.from(key);
  const bytes = Buffer.from(value);
  if (secret.length !== droneKeyBytes || bytes.length < nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv(algorithm, secret, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
