import type { FastifyReply } from 'fastify';

/** Calls of runners with credentials that this server is answering, also uploads and long polls. */
export class OpenRunnerCalls {
  private readonly open = new Map<number, Set<FastifyReply>>();

  /** Adds a call until it is answered or its runner disconnects. */
  add(credentialId: number, reply: FastifyReply): void {
    const calls = this.open.get(credentialId) ?? new Set();
    this.open.set(credentialId, calls.add(reply));
    reply.raw.once('close', () => {
      calls.delete(reply);
      if (calls.size === 0 && this.open.get(credentialId) === calls) this.open.delete(credentialId);
    });
  }

  /** Disconnects a runner whose credential was revoked. */
  close(credentialId: number): void {
    for (const reply of this.open.get(credentialId) ?? []) reply.raw.destroy();
  }

  /** Disconnects the runners whose credentials are not among these. */
  closeExcept(valid: { has: (credentialId: number) => boolean }): void {
    for (const id of [...this.open.keys()]) if (!valid.has(id)) this.close(id);
  }
}
