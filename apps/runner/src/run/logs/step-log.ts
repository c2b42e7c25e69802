import type { Line } from '@millrace/contract/api';
import type { Card } from '@millrace/contract/card';
import { formatSize } from '@millrace/contract/format-size';
import { type Clock, toSeconds } from '@millrace/node-kit/clock';
import { emptyBookmark, type OutputBookmark } from '../../engines/output-bookmark.ts';
import { Bookmarks } from './bookmarks.ts';
import { CardExtractor } from './card-extractor.ts';
import { LineSplitter, type SplitLine } from './line-splitter.ts';
import { LogSender } from './log-sender.ts';
import { MiddleCut } from './middle-cut.ts';
import { PrintedSummary } from './printed-summary.ts';
import type { SecretMask } from './secret-mask.ts';

export interface StepLogOptions {
  startedAtMs: number;
  clock: Clock;
  maskSecrets: SecretMask;
  /** Size beyond which the middle of the log is dropped. */
  maxLogBytes?: number | undefined;
  send(lines: Line[]): Promise<void>;
  /** Bookmark of an earlier runner, at which the output begins. */
  from?: OutputBookmark | undefined;
}

const defaultMaxLogBytes = 50 * 1024 * 1024;
/** Maximum length of a line, as a share of the log. */
const maxLineShare = 1 / 5;

/** Maximum number of characters masked synchronously; more would block the event loop. */
const maxQuickChars = 128 * 1024;

/** Converts a step's output from bytes to numbered, masked lines, and extracts cards. */
export class StepLog {
  private readonly options: StepLogOptions;
  private readonly splitter: LineSplitter;
  private readonly cards: CardExtractor;
  private readonly printed = new PrintedSummary();
  private readonly cut: MiddleCut;
  private readonly sender: LogSender;
  private readonly firstPos: number;
  private readonly bookmarks: Bookmarks;
  private nextPos: number;
  private received: number;
  /** Pending while lines are masked in slices; later lines wait for it. */
  private masking: Promise<void> | undefined;

  constructor(options: StepLogOptions) {
    const { maxLogBytes = defaultMaxLogBytes, from = emptyBookmark } = options;
    const maskSecrets = options.maskSecrets.forLog();
    this.options = { ...options, maskSecrets };
    this.bookmarks = new Bookmarks(from);
    this.firstPos = from.lines;
    this.nextPos = from.lines;
    this.received = from.offset;
    this.splitter = new LineSplitter(Math.floor(maxLogBytes * maxLineShare));
    this.cards = new CardExtractor(maskSecrets);
    this.cut = new MiddleCut(maxLogBytes, from);
    this.sender = new LogSender({ send: options.send, clock: options.clock });
  }

  /** Most recent card of the step. */
  get card(): Card | undefined {
    return this.cards.card;
  }

  /** Most recent summary that the step printed. */
  get summary(): string | undefined {
    return this.printed.text;
  }

  /** Up to where the output is stored. */
  get bookmark(): OutputBookmark {
    return this.bookmarks.newest(this.storedLines);
  }

  /** Adds output. Returns a promise while too many lines are waiting to be stored. */
  write(chunk: Uint8Array): Promise<void> | undefined {
    this.received += chunk.length;
    const lines = this.takeCards(this.splitter.push(chunk));
    return this.push(lines, this.received - this.splitter.pendingBytes);
  }

  /** Resolves once the lines so far are stored. */
  async flush(): Promise<void> {
    await this.masking;
    await this.sender.flush();
  }

  /** Resolves once all previous output is masked. */
  async settle(): Promise<void> {
    await this.masking;
  }

  /** Adds a line of the runner after the output so far. */
  addNote(line: string): Promise<void> | undefined {
    const before = this.takeCards(this.splitter.end()).map((each) =>
      typeof each === 'string' && !each.endsWith('\n') ? `${each}\n` : each,
    );
    return this.push([...before, `${line}\n`], this.received);
  }

  /** Resolves once every line is stored. */
  async end(): Promise<void> {
    const last = this.takeCards(this.splitter.end());
    await this.push([...last, ...this.cards.end()], this.received);
    for (const { texts, time } of this.cut.end(this.nowSec())) {
      await this.sender.push(this.number(texts, time));
    }
    await this.sender.close();
  }

  /** Extracts cards. A truncated line cannot contain a complete one. */
  private takeCards(lines: SplitLine[]): SplitLine[] {
    return lines.flatMap((line): SplitLine[] =>
      typeof line === 'string' ? this.cards.take(line) : [...this.cards.end(), line],
    );
  }

  /** @param offset end of these lines in the output */
  private push(lines: SplitLine[], offset: number): Promise<void> | undefined {
    const end = this.cards.isBuffering ? undefined : offset;
    const time = this.nowSec();
    const isLong = lines.reduce((sum, line) => sum + charsOf(line), 0) > maxQuickChars;
    if (!isLong && !this.masking) {
      return this.store(
        lines.flatMap((line) => finishLine(line, this.options.maskSecrets(...maskInput(line)))),
        time,
        end,
      );
    }
    const masking = this.pushInSlices(lines, { time, end, before: this.masking });
    this.masking = masking;
    const settle = () => {
      if (this.masking === masking) this.masking = undefined;
    };
    void masking.then(settle, settle);
    return masking;
  }

  private async pushInSlices(
    lines: SplitLine[],
    {
      time,
      end,
      before,
    }: { time: number; end: number | undefined; before: Promise<void> | undefined },
  ): Promise<void> {
    await before;
    const masked: string[] = [];
    for (const line of lines) {
      const text = await this.options.maskSecrets.inSlices(...maskInput(line));
      masked.push(...finishLine(line, text));
    }
    await this.store(masked, time, end);
  }

  private store(
    masked: string[],
    time: number,
    end: number | undefined,
  ): Promise<void> | undefined {
    for (const line of masked) this.printed.read(line);
    const waiting = this.sender.push(this.number(this.cut.take(masked, time), time));
    if (end !== undefined) {
      const bookmark = { offset: end, lines: this.nextPos, ...this.cut.state };
      this.bookmarks.add(bookmark, this.storedLines);
    }
    return waiting;
  }

  private number(texts: string[], time: number): Line[] {
    return texts.map((out) => ({ pos: this.nextPos++, out, time }));
  }

  private get storedLines(): number {
    return this.firstPos + this.sender.sentLines;
  }

  private nowSec(): number {
    const { clock, startedAtMs } = this.options;
    return Math.max(0, toSeconds(clock.nowMs() - startedAtMs));
  }
}

function charsOf(line: SplitLine): number {
  return typeof line === 'string' ? line.length : line.beginning.length;
}

function maskInput(line: SplitLine): [text: string, options: { isCut: boolean }] {
  return typeof line === 'string' ? [line, { isCut: false }] : [line.beginning, { isCut: true }];
}

/** Adds a note about the dropped part of a truncated line. */
function finishLine(line: SplitLine, masked: string): string[] {
  if (typeof line === 'string') return [masked];
  const size = formatSize(line.droppedBytes);
  return [`${masked}\n`, `The rest of this line, ${size}, was left out.\n`];
}
