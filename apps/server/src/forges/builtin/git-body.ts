import { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';

/** Maximum size of a request that is held in memory, here and in git. */
export const maxBodyBytes = 10 * 1024 * 1024;

export interface GitRefusal {
  status: number;
  message: string;
}

/** Git clients compress with gzip, or not at all. */
export function isKnownCoding({ headers }: FastifyRequest): boolean {
  return ['', 'identity', 'gzip', 'x-gzip'].includes(headers['content-encoding'] ?? '');
}

/**
 * Forwards the body of a request to git, decompressed. A small body may unpack to more than fits into memory,
 * so only the length of an uncompressed push is unlimited.
 */
export class GitBody {
  /** Reason for rejecting the body, once known. */
  refusal: GitRefusal | null = null;
  /** Resolves once the body is accepted or rejected, or git needs no more of it. */
  readonly checked: Promise<void>;
  private readonly markChecked: () => void;
  private readonly refused: () => void;

  constructor(
    { headers, raw }: FastifyRequest,
    isPush: boolean,
    to: NodeJS.WritableStream,
    refused: () => void,
  ) {
    const checked = Promise.withResolvers<void>();
    this.checked = checked.promise;
    this.markChecked = checked.resolve;
    this.refused = () => {
      // The rest of the body must be read before the next request on this connection.
      raw.unpipe().resume();
      refused();
    };
    const isPacked = headers['content-encoding']?.endsWith('gzip') ?? false;
    const unpacked = isPacked ? raw.pipe(this.unpack()) : raw;
    const body = isPacked || !isPush ? unpacked.pipe(this.measure()) : unpacked;
    if (body === raw) this.markChecked();
    // A truncated body never ends the pipe: git is terminated before it could treat it as complete.
    body.pipe(to);
    // git may exit before it has read everything, for example when it rejects a push.
    to.on('error', () => body.unpipe(to)).on('close', this.markChecked);
  }

  private unpack() {
    return createGunzip().on('error', () => {
      this.refuse({ status: 400, message: 'The body is not valid gzip data' });
    });
  }

  private measure(): Transform {
    let size = 0;
    const tooLong = { status: 413, message: `The body is longer than ${maxBodyBytes} bytes` };
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        size += chunk.length;
        if (size <= maxBodyBytes) done(null, chunk);
        else this.refuse(tooLong);
      },
    }).on('end', this.markChecked);
  }

  private refuse(refusal: GitRefusal): void {
    this.refusal = refusal;
    this.markChecked();
    this.refused();
  }
}
