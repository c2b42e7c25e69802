import { createHmac } from 'node:crypto';
import { droneKeyBytes } from '../../shared/drone-cipher.ts';
import { isSameText } from '../../shared/same-text.ts';
import { isSignable, readHmac } from './pipeline-signature.ts';

/** Matches a boundary without content beside it, which Drone would leave out of the signed text. */
const plainBoundary = /^---[ \t]*(?:#.*)?$/;
/** Matches the end of the file for Drone, which ignores everything after it. */
const end = /^\.\.\./;

/**
 * Returns whether a pipeline file contains a signature that Drone made for this content with the key of the
 * repository. A file with content that Drone's signature does not cover is never signed.
 */
export function verifyDroneSignature(key: string, text: string): boolean {
  if (Buffer.byteLength(key) < droneKeyBytes || !isSignable(text)) return false;
  const documents = readDocuments(text);
  if (!documents) return false;
  const hmacs: string[] = [];
  const signed = createHmac('sha256', key);
  for (const document of documents) {
    const hmac = readHmac(document);
    if (hmac) hmacs.push(hmac);
    else signed.update(document);
  }
  const expected = signed.digest('hex');
  return hmacs.some((hmac) => isSameText(hmac.toLowerCase(), expected));
}

/** Returns the lines of each document. Returns undefined if a part of the file is not signed. */
function readDocuments(text: string): string[] | undefined {
  const documents: string[] = [];
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  for (const [index, line] of lines.entries()) {
    if (end.test(line)) {
      const isBlank = [line.slice(3), ...lines.slice(index + 1)].every((rest) => !rest.trim());
      return isBlank ? documents : undefined;
    }
    if (line.startsWith('---')) {
      if (!plainBoundary.test(line)) return undefined;
      documents.push('');
    } else documents.push(`${documents.pop() ?? ''}${line}\n`);
  }
  return documents;
}
