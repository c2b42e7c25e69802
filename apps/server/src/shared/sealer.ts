import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts and signs values with keys derived from one secret. */
export class Sealer {
  private readonly sealKey: Buffer;
  private readonly signKey: Buffer;
  private readonly parentKey: Buffer;

  constructor(secret: Buffer) {
    this.sealKey = deriveKey(secret, 'seal');
    this.signKey = deriveKey(secret, 'sign');
    this.parentKey = deriveKey(secret, 'derive');
  }

  /** Returns a sealer with a separate key for this purpose. Neither decrypts values of the other. */
  derive(purpose: string): Sealer {
    return new Sealer(deriveKey(this.parentKey, purpose));
  }

  /** base64 of iv, tag and ciphertext. */
  seal(text: string): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, this.sealKey, iv);
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64');
  }

  /** Throws if the text was not encrypted with this key. */
  open(encrypted: string): string {
    const bytes = Buffer.from(encrypted, 'base64');
    const decipher = createDecipheriv(algorithm, this.sealKey, bytes.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    const text = decipher.update(bytes.subarray(ivBytes + tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  }

  /** Returns undefined if the text was not encrypted with this key. */
  tryOpen(encrypted: string): string | undefined {
    try {
      return this.open(encrypted);
    } catch {
      return undefined;
    }
  }

  sign(text: string, encoding: 'base64url' | 'hex' = 'base64url'): string {
    return createHmac('sha256', this.signKey).update(text).digest(encoding);
  }
}

function deriveKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `millrace ${purpose}`, 32));
}
