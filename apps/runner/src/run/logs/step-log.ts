import type { Line } from '@millrace/contract/api';
import { type Clock, toSeconds } from '../../shared/clock.ts';
import { LineSplitter } from './line-splitter.ts';
import { LogSender } from './log-sender.ts';

export interface StepLogOptions {
  startedAtMs: number;
  clock: Clock;
  maskSecrets(line: string): string;
  send(lines: Line[]): Promise<void>;
}

/** A step's output on its way from bytes to numbered lines. */
export class StepLog {
  private readonly options: StepLogOptions;
  private readonly splitter = new LineSplitter();
  private readonly sender: LogSender;
  private nextPos = 0;

  constructor(options: StepLogOptions) {
    this.options = options;
    this.sender = new LogSender({ send: options.send, clock: options.clock });
  }

  /** The promise, if there is one, is pending while too much waits to be stored. */
  write(chunk: Uint8Array): Promise<void> | undefined {
    return this.sender.push(this.toLines(this.splitter.push(chunk)));
  }

  /** Resolves once every line is stored. */
  async end(): Promise<void> {
    void this.sender.push(this.toLines(this.splitter.end()));
    await this.sender.close();
  }

  private toLines(texts: string[]): Line[] {
    const { clock, startedAtMs, maskSecrets } = this.options;
    const time = Math.max(0, toSeconds(clock.nowMs() - startedAtMs));
    return texts.map((text) => ({ pos: this.nextPos++, out: maskSecrets(text), time }));
  }
}
