import { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';

/** Requests are held in memory, both here and in git. */
export const maxAskedBytes = 10 * 1024 * 1024;

export interface GitRefusal {
  status: number;
  message: string;
}

/** Git's clients pack with gzip, or not at all. */
export function isKnownCoding({ headers }: FastifyRequest): boolean {
  return ['', 'identity', 'gzip', 'x-gzip'].includes(headers['content-encoding'] ?? '');
}

/**
 * The body of a request, unpacked on its way to git: a small one may unpack to more than there is room for.
 * Only a push that is not packed may be of any length.
 */
export class GitBody {
  /** Why the body is not taken, once that is known. */
  refusal: GitRefusal | null = null;
  /** Resolves once it is known whether the body is taken, or git needs no more of it. */
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
    // A body that ends too early never ends the pipe: git is ended before it could take it for whole.
    body.pipe(to);
    // git may end before it has read all, as when it refuses a push.
    to.on('error', () => body.unpipe(to)).on('close', this.markChecked);
  }

  private unpack() {
    return createGunzip().on('error', () => {
      this.refuse({ status: 400, message: 'The body is not what gzip writes' });
    });
  }

  private measure(): Transform {
    let size = 0;
    const tooLong = { status: 413, message: `The body is longer than ${maxAskedBytes} bytes` };
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        size += chunk.length;
        if (size <= maxAskedBytes) done(null, chunk);
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
