import type { Socket } from 'node:net';
import { callerGone, RetryLaterError } from '@millrace/contract/api-errors';
import type { FastifyRequest } from 'fastify';
import type { DownloadLimits } from '../config/download-limits.ts';
import type { User } from '../domain/user.ts';
import { addressKey } from '../shared/address-key.ts';
import { CallerSlots, NoSlotError } from '../shared/caller-slots.ts';

interface Download {
  viewer: User | null;
  request: FastifyRequest;
  closed: AbortSignal;
}

const retryAfterSec = 10;

/** Limits concurrent large responses, and ends those whose client does not read. */
export class Downloads {
  private readonly limits: DownloadLimits;
  private readonly slots: CallerSlots;

  constructor(limits: DownloadLimits) {
    this.limits = limits;
    this.slots = new CallerSlots(limits);
  }

  /**
   * Resolves when there is a slot, which the download holds until its response is sent. A guest's slot is
   * revoked if others wait, its minimum time has passed, and no other guest address has more.
   *
   * @throws RetryLaterError if none becomes free in time
   */
  async begin({ viewer, request, closed }: Download): Promise<void> {
    const caller = { account: viewer?.login ?? null, address: addressKey(request.ip) };
    const { socket } = request.raw;
    const before = countTaken(socket);
    const holder = {
      countBytes: () => countTaken(socket) - before,
      end: () => void socket.destroy(),
    };
    const taking = this.slots.take(caller, closed, viewer ? undefined : holder);
    const release = await taking.catch((error: unknown) => {
      if (closed.aborted) throw callerGone();
      if (!(error instanceof NoSlotError)) throw error;
      throw new RetryLaterError(503, 'Too many downloads at once', retryAfterSec);
    });
    if (closed.aborted) return release();
    const watching = this.endStalled(request);
    closed.addEventListener('abort', () => {
      clearInterval(watching);
      release();
    });
  }

  /** Ends the response if the client stops reading: unread bytes occupy memory of the server. */
  private endStalled({ raw: { socket } }: FastifyRequest): NodeJS.Timeout {
    const { stallMs, minBytes } = this.limits;
    let before = countTaken(socket);
    return setInterval(() => {
      const taken = countTaken(socket);
      if (socket.writableLength > 0 && taken - before < minBytes) socket.destroy();
      before = taken;
    }, stallMs).unref();
  }
}

/** Counts bytes that have left this process. */
function countTaken(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}
