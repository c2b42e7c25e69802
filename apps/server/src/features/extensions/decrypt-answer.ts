import { createDecipheriv } from 'node:crypto';

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Returns whether a shared secret is long enough to encrypt answers. */
export function canEncrypt(secret: string): boolean {
  return Buffer.byteLength(secret) >= keyBytes;
}

/**
 * Decrypts an answer with the content encoding `aesgcm`: a nonce, the text encrypted with AES-256-GCM, and
 * the tag. The key is the start of the shared secret.
 *
 * @throws if the answer was encrypted with another secret, or changed
 */
export function decryptAnswer(answer: Buffer, secret: string): string {
  const key = Buffer.from(secret).subarray(0, keyBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, answer.subarray(0, nonceBytes));
  decipher.setAuthTag(answer.subarray(-tagBytes));
  const encrypted = answer.subarray(nonceBytes, -tagBytes);
  return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString();
}
