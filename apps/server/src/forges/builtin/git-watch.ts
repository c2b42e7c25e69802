import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GitLimits } from '../../config/git-limits.ts';
import type { GitProcess } from './git-process.ts';

/** Time that a completely received push has after its client disconnects or the server stops. */
const finishMs = 5000;

interface Watched {
  git: GitProcess;
  request: FastifyRequest;
  reply: FastifyReply;
  isPush: boolean;
  limits: GitLimits;
  stopping: AbortSignal;
}

/**
 * Terminates the git of a request whose client has disconnected, or that takes too long. A push whose body
 * was received completely may finish: its refs may have moved, and a push without a build would be worse.
 */
export class GitWatch {
  private readonly watched: Watched;
  private readonly deadline: NodeJS.Timeout;
  private stall: NodeJS.Timeout | undefined;
  private finish: NodeJS.Timeout | undefined;
  private isBodyRead = false;
  private hasEnded = false;

  constructor(watched: Watched) {
    const { request, reply, limits, stopping } = watched;
    this.watched = watched;
    this.deadline = setTimeout(this.end, limits.timeoutMs);
    this.waitForClient();
    request.raw.on('data', this.receive).once('end', this.endBody);
    reply.raw.once('close', this.leave);
    stopping.addEventListener('abort', this.leave);
    if (reply.raw.destroyed || stopping.aborted) this.leave();
  }

  /** Whether git was terminated, so that its response is incomplete. */
  get wasEnded(): boolean {
    return this.hasEnded;
  }

  /** Starts the stall timeout for the client to send or receive data. */
  waitForClient(): void {
    this.stall ??= setTimeout(this.end, this.watched.limits.stallMs);
  }

  /** Stops the stall timeout after the client received data, unless it still has to send some. */
  clientTook(): void {
    if (!this.isBodyRead) return;
    clearTimeout(this.stall);
    this.stall = undefined;
  }

  dispose(): void {
    const { request, reply, stopping } = this.watched;
    for (const timer of [this.deadline, this.stall, this.finish]) clearTimeout(timer);
    request.raw.off('data', this.receive).off('end', this.endBody);
    reply.raw.off('close', this.leave);
    stopping.removeEventListener('abort', this.leave);
  }

  /** A fetch request is small. All of it must arrive within one stall timeout. */
  private readonly receive = (): void => {
    if (this.watched.isPush) this.stall?.refresh();
  };

  private readonly endBody = (): void => {
    this.isBodyRead = true;
    this.clientTook();
  };

  private readonly leave = (): void => {
    if (this.watched.isPush && this.isBodyRead) this.finish ??= setTimeout(this.end, finishMs);
    else this.end();
  };

  private readonly end = (): void => {
    this.hasEnded = true;
    void this.watched.git.end();
  };
}
