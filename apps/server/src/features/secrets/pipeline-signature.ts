import { isSameText } from '../../shared/same-text.ts';
import type { Sealer } from '../../shared/sealer.ts';

/** Start or end of a document in a YAML file. */
const boundary = /^(?:---|\.\.\.)(?=[ \t\n]|$)/m;
/** Matches a comment at a boundary. Clients drop it when they write a signature into the file. */
const boundaryComment = /^(---|\.\.\.)[ \t]+#.*$/gm;
/**
 * Only these two lines make a signature. A document that says more is part of what is signed, so
 * that no pipeline can pass for a signature.
 */
const signature =
  /^(?:kind:[ \t]*signature(?:[ \t]*\n)+hmac:[ \t]*(\w+)|hmac:[ \t]*(\w+)(?:[ \t]*\n)+kind:[ \t]*signature)$/;
/** Lines end here for some readers and not for others, who would see another file than was signed. */
const doubtfulBreak = /\r(?!\n)|[\u0085\u2028\u2029]/;
/** Not all that JavaScript takes for white space is that in YAML. */
const outerBlanks = /^[ \t\n]+|[ \t\n]+$/g;

export function isSignable(text: string): boolean {
  return !doubtfulBreak.test(text);
}

/** The `hmac` of the signature document for a pipeline file, which may hold one already. */
export function signPipeline(sealer: Sealer, text: string): string {
  return hmacOf(sealer, read(withoutBoundaryComments(text)).signed);
}

/** Whether the file holds a signature, made for this repository and these contents. */
export function verifySignature(sealer: Sealer, text: string): boolean {
  if (!isSignable(text)) return false;
  // Signatures from before these comments were left out cover them.
  return [withoutBoundaryComments(text), text].some((version) => {
    const { signed, hmacs } = read(version);
    const expected = hmacOf(sealer, signed);
    return hmacs.some((hmac) => isSameText(hmac, expected));
  });
}

function withoutBoundaryComments(text: string): string {
  return text.replaceAll(boundaryComment, '$1');
}

function hmacOf(sealer: Sealer, signed: string): string {
  return sealer.sign(`pipeline ${signed}`, 'hex');
}

/** Line ends and blank lines between documents change with tools that append; they do not count. */
function read(text: string): { signed: string; hmacs: string[] } {
  const hmacs: string[] = [];
  const documents: string[] = [];
  const lines = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  for (const part of lines.split(boundary)) {
    const document = part.replaceAll(outerBlanks, '');
    const match = signature.exec(document);
    const hmac = match?.[1] ?? match?.[2];
    if (hmac) hmacs.push(hmac);
    else if (document) documents.push(document);
  }
  return { signed: documents.join('\n---\n'), hmacs };
}
