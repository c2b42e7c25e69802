import type { Line } from '@millrace/contract/api';
import type { Card } from '@millrace/contract/card';
import { type Clock, toSeconds } from '../../shared/clock.ts';
import { CardExtractor } from './card-extractor.ts';
import { LineSplitter } from './line-splitter.ts';
import { LogSender } from './log-sender.ts';
import { MiddleCut } from './middle-cut.ts';
import { PrintedSummary } from './printed-summary.ts';
import type { SecretMask } from './secret-mask.ts';

export interface StepLogOptions {
  startedAtMs: number;
  clock: Clock;
  maskSecrets: SecretMask;
  /** Of a longer log the middle is left out. */
  maxLogBytes?: number | undefined;
  send(lines: Line[]): Promise<void>;
}

const defaultMaxLogBytes = 50 * 1024 * 1024;
/** A line may take up this part of a log. */
const maxLineShare = 1 / 5;

/** A step's output on its way from bytes to numbered lines; cards are taken out. */
export class StepLog {
  private readonly options: StepLogOptions;
  private readonly splitter: LineSplitter;
  private readonly cards: CardExtractor;
  private readonly printed = new PrintedSummary();
  private readonly cut: MiddleCut;
  private readonly sender: LogSender;
  private nextPos = 0;

  constructor(options: StepLogOptions) {
    const { maskSecrets, maxLogBytes = defaultMaxLogBytes } = options;
    this.options = options;
    this.splitter = new LineSplitter({
      maxChars: Math.floor(maxLogBytes * maxLineShare),
      finish: (beginning) => maskSecrets(beginning, { isCut: true }),
    });
    this.cards = new CardExtractor(maskSecrets);
    this.cut = new MiddleCut(maxLogBytes);
    this.sender = new LogSender({ send: options.send, clock: options.clock });
  }

  /** The last card that the step made so far. */
  get card(): Card | undefined {
    return this.cards.card;
  }

  /** What the step printed as its summary. */
  get summary(): string | undefined {
    return this.printed.text;
  }

  /** The promise, if there is one, is pending while too much waits to be stored. */
  write(chunk: Uint8Array): Promise<void> | undefined {
    return this.push(this.takeCards(this.splitter.push(chunk)));
  }

  /** Adds a line that is not the step's, below what it printed so far. */
  say(line: string): Promise<void> | undefined {
    const before = this.takeCards(this.splitter.end()).map((text) =>
      text.replace(/(?<!\n)$/, '\n'),
    );
    return this.push([...before, `${line}\n`]);
  }

  /** Resolves once every line is stored. */
  async end(): Promise<void> {
    const last = this.takeCards(this.splitter.end());
    await this.push([...last, ...this.cards.end()]);
    for (const { texts, time } of this.cut.end(this.nowSec())) {
      await this.sender.push(this.number(texts, time));
    }
    await this.sender.close();
  }

  private takeCards(texts: string[]): string[] {
    return texts.flatMap((text) => this.cards.take(text));
  }

  private push(texts: string[]): Promise<void> | undefined {
    const time = this.nowSec();
    const masked = texts.map((text) => this.options.maskSecrets(text));
    for (const line of masked) this.printed.see(line);
    return this.sender.push(this.number(this.cut.take(masked, time), time));
  }

  private number(texts: string[], time: number): Line[] {
    return texts.map((out) => ({ pos: this.nextPos++, out, time }));
  }

  private nowSec(): number {
    const { clock, startedAtMs } = this.options;
    return Math.max(0, toSeconds(clock.nowMs() - startedAtMs));
  }
}
