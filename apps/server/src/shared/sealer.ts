import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts what must be read again and signs what must not be forged, with keys from one secret. */
export class Sealer {
  private readonly sealKey: Buffer;
  private readonly signKey: Buffer;
  private readonly parentKey: Buffer;

  constructor(secret: Buffer) {
    this.sealKey = deriveKey(secret, 'seal');
    this.signKey = deriveKey(secret, 'sign');
    this.parentKey = deriveKey(secret, 'derive');
  }

  /** Another sealer, for this purpose alone: neither opens what the other sealed. */
  derive(purpose: string): Sealer {
    return new Sealer(deriveKey(this.parentKey, purpose));
  }

  /** base64 of iv, tag and ciphertext. */
  seal(text: string): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, this.sealKey, iv);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** Throws when the text was not sealed with this key. */
  open(sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv(algorithm, this.sealKey, bytes.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    const text = decipher.update(bytes.subarray(ivBytes + tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  }

  /** Undefined when the text was not sealed with this key. */
  tryOpen(sealed: string): string | undefined {
    try {
      return this.open(sealed);
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
