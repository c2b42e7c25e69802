import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { StartError } from '@millrace/node-kit/start-error';
import { z } from 'zod/mini';
import { parseJson } from '../shared/parse-json.ts';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const tagBytes = 16;
/** 128 MB of memory for each guess of the passphrase. */
const cost = { N: 2 ** 17, r: 8, p: 1 };
const maxmem = 256 * 1024 * 1024;

const sealedKey = z.object({
  salt: z.string(),
  iv: z.string(),
  tag: z.string(),
  encrypted: z.string(),
});

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** Encrypts the key of an installation with a passphrase. */
export async function sealKey(key: Buffer, passphrase: string): Promise<string> {
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
export async function openKey(text: string, passphrase: string): Promise<Buffer> {
  const sealed = parseJson(sealedKey, text);
  if (!sealed) throw new StartError('The key in the backup cannot be read by this version.');
  const hex = (value: string) => Buffer.from(value, 'hex');
  const secret = await derive(passphrase, hex(sealed.salt), keyBytes, { ...cost, maxmem });
  try {
    const decipher = createDecipheriv(algorithm, secret, hex(sealed.iv), {
      authTagLength: tagBytes,
    });
    decipher.setAuthTag(hex(sealed.tag));
    return Buffer.concat([decipher.update(hex(sealed.encrypted)), decipher.final()]);
  } catch {
    throw new StartError('The passphrase does not decrypt the key of this backup.');
  }
}
