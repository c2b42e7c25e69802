import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { parseJson } from '@millrace/node-kit/parse-json';
import { StartError } from '@millrace/node-kit/start-error';
import { z } from 'zod/mini';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const tagBytes = 16;
/** 128 MB of memory for each guess of the passphrase. */
const cost = { N: 2 ** 17, r: 8, p: 1 };
const maxmem = 256 * 1024 * 1024;

const encryptedKey = z.object({
  salt: z.string(),
  iv: z.string(),
  tag: z.string(),
  encrypted: z.string(),
});

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** Encrypts the key of an installation with a passphrase. */
export async function encryptKey(key: Buffer, passphrase: string): Promise<string> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const secret = await derive(passphrase, salt, keyBytes, { ...cost, maxmem });
  const cipher = createCipheriv(algorithm, secret, iv);
  const encrypted = Buffer.concat([cipher.update(key), cipher.final()]);
  const parts = { salt, iv, tag: cipher.getAuthTag(), encrypted };
  return JSON.stringify(
    Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('hex')])),
  );
}

/** @throws StartError if the passphrase is wrong */
export async function decryptKey(text: string, passphrase: string): Promise<Buffer> {
  const stored = parseJson(encryptedKey, text);
  if (!stored) throw new StartError('The key in the backup cannot be read by this version.');
  const hex = (value: string) => Buffer.from(value, 'hex');
  const secret = await derive(passphrase, hex(stored.salt), keyBytes, { ...cost, maxmem });
  try {
    const decipher = createDecipheriv(algorithm, secret, hex(stored.iv), {
      authTagLength: tagBytes,
    });
    decipher.setAuthTag(hex(stored.tag));
    return Buffer.concat([decipher.update(hex(stored.encrypted)), decipher.final()]);
  } catch {
    throw new StartError('The passphrase does not decrypt the key of this backup.');
  }
}
