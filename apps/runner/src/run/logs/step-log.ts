import type { Line } from '@millrace/contract/api';
import type { Card } from '@millrace/contract/card';
import { type Clock, toSeconds } from '../../shared/clock.ts';
import { CardExtractor } from './card-extractor.ts';
import { LineSplitter } from './line-splitter.ts';
import { LogSender } from './log-sender.ts';

export interface StepLogOptions {
  startedAtMs: number;
  clock: Clock;
  maskSecrets(line: string): string;
  send(lines: Line[]): Promise<void>;
}

/** A step's output on its way from bytes to numbered lines; cards are taken out. */
export class StepLog {
  private readonly options: StepLogOptions;
  private readonly splitter = new LineSplitter();
  private readonly cards: CardExtractor;
  private readonly sender: LogSender;
  private nextPos = 0;

  constructor(options: StepLogOptions) {
    this.options = options;
    this.cards = new CardExtractor(options.maskSecrets);
    this.sender = new LogSender({ send: options.send, clock: options.clock });
  }

  /** The last card that the step made so far. */
  get card(): Card | undefined {
    return this.cards.card;
  }

  /** The promise, if there is one, is pending while too much waits to be stored. */
  write(chunk: Uint8Array): Promise<void> | undefined {
    return this.sender.push(this.toLines(this.takeCards(this.splitter.push(chunk))));
  }

  /** Resolves once every line is stored. */
  async end(): Promise<void> {
    const last = this.takeCards(this.splitter.end());
    void this.sender.push(this.toLines([...last, ...this.cards.end()]));
    await this.sender.close();
  }

  private takeCards(texts: string[]): string[] {
    return texts.flatMap((text) => this.cards.take(text));
  }

  private toLines(texts: string[]): Line[] {
    const { clock, startedAtMs, maskSecrets } = this.options;
    const time = Math.max(0, toSeconds(clock.nowMs() - startedAtMs));
    return texts.map((text) => ({ pos: this.nextPos++, out: maskSecrets(text), time }));
  }
}
