import { createCipheriv, createHmac, randomBytes } from 'node:crypto';

/** Encrypts a value as Drone does: nonce, ciphertext and tag. */
export function encryptAsDrone(key: string, text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key), nonce);
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

/** Signs a pipeline file as `drone sign` does: the lines of all documents, without their boundaries. */
export function signAsDrone(key: string, documents: readonly string[]): string {
  const hmac = createHmac('sha256', key).update(documents.join('')).digest('hex');
  const files = documents.map((document) => `---\n${document}`).join('');
  return `${files}---\nkind: signature\nhmac: ${hmac}\n\n...\n`;
}
