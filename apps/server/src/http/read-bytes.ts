import type { Readable } from 'node:stream';
import { AppError, callerGone } from '@millrace/contract/api-errors';

interface Limits {
  maxBytes: number;
  /** Time limit for the whole body. */
  maxMs: number;
}

/** Reads an unread body. If it is too large or too slow, the rest is discarded. */
export function readBytes(body: Readable, { maxBytes, maxMs }: Limits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = () => {
      clearTimeout(timer);
      body.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
    };
    const fail = (error: AppError) => {
      stop();
      body.pause();
      reject(error);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) fail(tooLarge());
      else chunks.push(chunk);
    };
    const onEnd = () => {
      stop();
      resolve(Buffer.concat(chunks));
    };
    const onGone = () => fail(callerGone());
    const timer = setTimeout(() => fail(new AppError(408, 'The body took too long')), maxMs);
    if (body.destroyed) return fail(callerGone());
    body.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}

export const tooLarge = () => new AppError(413, 'Request body is too large');
