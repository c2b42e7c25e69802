import { terminalLimits } from '@millrace/contract/terminals';

/** Sends bytes that begin at a position. Rejects if the terminal has ended. */
export type SendOutput = (position: number, bytes: Uint8Array) => Promise<void>;

/**
 * Sends the output of a terminal in order: what arrives while a piece is sent goes with the next one, so that each key
 * is shown at once, and a long output needs few calls.
 */
export class OutputSender {
  private readonly send: SendOutput;
  private readonly onRefused: () => void;
  private position = 0;
  private waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  private sending: Promise<void> | undefined;
  private isRefused = false;

  /** @param onRefused called when a piece could not be sent; later output is dropped */
  constructor(send: SendOutput, onRefused: () => void) {
    this.send = send;
    this.onRefused = onRefused;
  }

  /** Adds output. Resolves when more may be added, so that a fast program waits for a slow connection. */
  async add(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0 || this.isRefused) return;
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    this.sending ??= this.sendAll().catch(() => this.refuse());
    if (this.waitingBytes > terminalLimits.outputBytes) await this.sending;
  }

  /** Resolves when all output has been sent. */
  async settle(): Promise<void> {
    await this.sending;
  }

  private refuse(): void {
    this.isRefused = true;
    this.waiting = [];
    this.onRefused();
  }

  private async sendAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const all = Buffer.concat(this.waiting);
      const piece = all.subarray(0, terminalLimits.outputBytes);
      const rest = all.subarray(piece.length);
      this.waiting = rest.length > 0 ? [rest] : [];
      this.waitingBytes = rest.length;
      await this.send(this.position, piece);
      this.position += piece.length;
    }
    this.sending = undefined;
  }
}
