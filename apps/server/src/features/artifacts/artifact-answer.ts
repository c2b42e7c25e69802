import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '@millrace/contract/api-errors';
import { findArtifactPreview } from '@millrace/contract/artifact-preview';
import { create } from 'content-disposition';
import mime from 'mime';
import { StreamedAnswer } from '../../http/api-routes.ts';
import { beginStream } from '../../http/begin-stream.ts';
import { type ByteRange, readByteRange } from '../../http/byte-range.ts';
import { hasTag } from '../../http/known-tag.ts';
import { LostObjectError, type ObjectStore } from '../../object-store/object-store.ts';
import { readVerified } from '../../object-store/read-object.ts';
import type { Artifact } from './artifact-store.ts';
import { withStorage } from './report-page.ts';

const unknownType = 'application/octet-stream';

/**
 * Artifacts are untrusted. A browser shows them in an origin of their own, without scripts or requests, and
 * other pages cannot embed them.
 */
const policy = [
  'sandbox',
  "default-src 'none'",
  'img-src data:',
  'font-src data:',
  "style-src 'unsafe-inline'",
  "frame-ancestors 'self'",
].join(';');

export function typeOfFile(path: string): string {
  return mime.getType(path) ?? unknownType;
}

/** Answers with a file, or with the requested range of it. */
export function answerArtifact(
  store: ObjectStore,
  artifact: Artifact,
  headers: IncomingHttpHeaders,
  isInline: boolean,
): Promise<StreamedAnswer> {
  const type = typeOfFile(artifact.path);
  const preview = isInline ? findArtifactPreview(type) : undefined;
  return answerFile(store, artifact, headers, {
    'content-disposition': dispositionOf(artifact.path, preview ? 'inline' : 'attachment'),
    'content-security-policy': policy,
    'content-type': preview ? shownType(type, preview) : type,
  });
}

export function dispositionOf(path: string, type: 'inline' | 'attachment'): string {
  return create(path.slice(path.lastIndexOf('/') + 1), { type });
}

/** Answers with a file or the requested range of it, and with these headers. */
export async function answerFile(
  store: ObjectStore,
  { key, size, sha256 }: Artifact,
  headers: IncomingHttpHeaders,
  fileHeaders: Record<string, string>,
): Promise<StreamedAnswer> {
  const etag = `"${sha256}"`;
  const about = {
    etag,
    'accept-ranges': 'bytes',
    // Files can be replaced or deleted, and access to them revoked.
    'cache-control': 'private, no-cache',
    ...fileHeaders,
  };
  if (hasTag(headers['if-none-match'], etag)) {
    return new StreamedAnswer(Readable.from([]), about, 304);
  }
  const isSame = (headers['if-range'] ?? etag) === etag;
  const range = isSame ? readByteRange(headers.range, size) : undefined;
  if (range === null) throw new AppError(416, `The file has ${size} bytes`);
  const { from, to } = range ?? { from: 0, to: size };
  const bytes = await beginFile(store, { key, size, sha256 }, { from, to });
  return new StreamedAnswer(
    Readable.from(bytes, { objectMode: false }),
    {
      ...about,
      'content-length': String(to - from),
      ...(range ? { 'content-range': `bytes ${from}-${to - 1}/${size}` } : {}),
    },
    range ? 206 : 200,
  );
}

/** Answers with a page, and with storage for its scripts. */
export async function answerPage(
  store: ObjectStore,
  { key, size, sha256 }: Artifact,
  headers: IncomingHttpHeaders,
  fileHeaders: Record<string, string>,
): Promise<StreamedAnswer> {
  const about = {
    ...fileHeaders,
    etag: `"${sha256}-with-storage"`,
    'cache-control': 'private, no-cache',
  };
  if (hasTag(headers['if-none-match'], about.etag)) {
    return new StreamedAnswer(Readable.from([]), about, 304);
  }
  const bytes = await beginFile(store, { key, size, sha256 }, { from: 0, to: size });
  return new StreamedAnswer(Readable.from(withStorage(bytes), { objectMode: false }), about);
}

async function beginFile(
  store: ObjectStore,
  file: Pick<Artifact, 'key' | 'size' | 'sha256'>,
  range: ByteRange,
): Promise<AsyncIterable<Uint8Array>> {
  return await beginStream(readVerified(store, file, range)).catch((error: unknown) => {
    throw error instanceof LostObjectError ? lostFile(error) : error;
  });
}

function lostFile(cause: LostObjectError): AppError {
  return new AppError(502, 'The object store has lost this file, or has other content', { cause });
}

/** Images and HTML pages keep their type. Every other preview is plain text. */
function shownType(type: string, preview: string): string {
  if (preview === 'image') return type;
  return preview === 'page' ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8';
}
