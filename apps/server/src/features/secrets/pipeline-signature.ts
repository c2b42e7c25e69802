import { isSameText } from '../../shared/same-text.ts';
import type { Sealer } from '../../shared/sealer.ts';

/** Start or end of a document in a YAML file. */
const boundary = /^(?:---|\.\.\.)(?=[ \t\n]|$)/m;
/** Matches a comment after a boundary. Clients remove it when they write a signature into the file. */
const boundaryComment = /^(---|\.\.\.)[ \t]+#.*$/gm;
/**
 * Matches a document with exactly these two lines. A document with more lines is part of the signed text, so
 * a pipeline cannot pass for a signature.
 */
const signature =
  /^(?:kind:[ \t]*signature(?:[ \t]*\n)+hmac:[ \t]*(\w+)|hmac:[ \t]*(\w+)(?:[ \t]*\n)+kind:[ \t]*signature)$/;
/**
 * Line breaks for some parsers and not for others, which would read a different file than the one that was
 * signed.
 */
const doubtfulBreak = /\r(?!\n)|[\u0085\u2028\u2029]/;
/** White space of YAML, which is less than that of `trim`. */
const outerBlanks = /^[ \t\n]+|[ \t\n]+$/g;

export function isSignable(text: string): boolean {
  return !doubtfulBreak.test(text);
}

/** Returns the `hmac` for the signature document of a pipeline file. An existing signature is ignored. */
export function signPipeline(sealer: Sealer, text: string): string {
  return hmacOf(sealer, read(withoutBoundaryComments(text)).signed);
}

/** Returns the `hmac` of a document that is a signature; undefined if it is another one. */
export function readHmac(document: string): string | undefined {
  const match = signature.exec(document.replaceAll(outerBlanks, ''));
  return match?.[1] ?? match?.[2];
}

/** Returns whether the file contains a signature for this repository and this content. */
export function verifySignature(sealer: Sealer, text: string): boolean {
  if (!isSignable(text)) return false;
  const { signed, hmacs } = read(withoutBoundaryComments(text));
  const expected = hmacOf(sealer, signed);
  return hmacs.some((hmac) => isSameText(hmac, expected));
}

function withoutBoundaryComments(text: string): string {
  return text.replaceAll(boundaryComment, '$1');
}

function hmacOf(sealer: Sealer, signed: string): string {
  return sealer.sign(`pipeline ${signed}`, 'hex');
}

/** Ignores line endings and blank lines between documents, which tools change when they append a signature. */
function read(text: string): { signed: string; hmacs: string[] } {
  const hmacs: string[] = [];
  const documents: string[] = [];
  const lines = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  for (const part of lines.split(boundary)) {
    const document = part.replaceAll(outerBlanks, '');
    const hmac = readHmac(document);
    if (hmac) hmacs.push(hmac);
    else if (document) documents.push(document);
  }
  return { signed: documents.join('\n---\n'), hmacs };
}
