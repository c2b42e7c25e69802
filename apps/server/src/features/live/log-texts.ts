import type { Step } from '@millrace/build-rules';
import type { Line } from '@millrace/contract/api';
import { readInput } from '@millrace/contract/read-input';
import { attemptQuery } from '@millrace/contract/schemas';
import { TimeSlice } from '@millrace/node-kit/time-slice';
import { z } from 'zod/mini';
import type { StoredLine } from '../../domain/stored-line.ts';
import { readAttempt } from '../../http/attempt.ts';
import type { EventStream } from '../../http/event-stream.ts';
import type { Bus } from '../../shared/bus.ts';
import { waitForEvent } from '../../shared/wait-for-event.ts';
import { LineWriter, type TextForm, type TextLine } from './log-lines-text.ts';
import type { LogSource } from './log-tail.ts';

/** Lines that `tail` may ask for: they are in memory at once. */
const maxTail = 100_000;

const lineNumber = (name: string) =>
  z
    .string()
    .check(z.regex(/^[1-9]\d{0,14}$/, `Invalid query: ${name} must be the number of a line`));
const flag = (name: string) =>
  z.enum(['', 'true', 'false'], { error: `Invalid query: ${name} must be true or false` });

const textQuery = z.extend(attemptQuery, {
  tail: z.optional(lineNumber('tail')),
  from: z.optional(lineNumber('from')),
  to: z.optional(lineNumber('to')),
  timestamps: z.optional(flag('timestamps')),
  colors: z.optional(flag('colors')),
  follow: z.optional(flag('follow')),
});

/** Lines that a caller asks for. Numbers of lines begin with 1, as on the page. */
export interface TextQuery {
  tail: number | undefined;
  from: number;
  to: number;
  hasTimes: boolean;
  keepsColors: boolean;
  follows: boolean;
}

/** Throws an `AppError` if the query is invalid. */
export function readTextQuery(query: unknown): TextQuery & { attempt: { attempt?: number } } {
  const { attempt, tail, from, to, timestamps, colors, follow } = readInput(
    textQuery,
    query,
    'query',
  );
  return {
    attempt: readAttempt({ attempt }),
    tail: tail === undefined ? undefined : Math.min(Number(tail), maxTail),
    from: Number(from ?? 1),
    to: Number(to ?? Number.POSITIVE_INFINITY),
    hasTimes: isSet(timestamps),
    keepsColors: isSet(colors),
    follows: follow !== 'false',
  };
}

const isSet = (value: string | undefined) => value !== undefined && value !== 'false';

interface Source extends LogSource {
  /** Returns the position after the last entry. */
  findEnd(stepId: number): Promise<number>;
}

/** Sends logs as plain text, line by line, until their steps have finished. */
export class LogTexts {
  private readonly bus: Bus;
  private readonly source: Source;

  constructor(bus: Bus, source: Source) {
    this.bus = bus;
    this.source = source;
  }

  /** Resolves when everything is sent, or the client has gone. */
  async send(stream: EventStream, step: Step, query: TextQuery): Promise<void> {
    const form: TextForm = {
      startSec: query.hasTimes ? step.started : undefined,
      keepsColors: query.keepsColors,
    };
    try {
      const end = await this.source.findEnd(step.id);
      const start = await this.findStart(step.id, end, query);
      const writer = new LineWriter(form);
      const slice = new TimeSlice();
      const until = query.follows ? Number.POSITIVE_INFINITY : end - 1;
      for await (const entries of this.readEntries(stream, step.id, start.pos, until)) {
        const lines: TextLine[] = [];
        for (const entry of entries) {
          lines.push(...writer.add(entry));
          if (slice.isOver()) await slice.next();
        }
        await sendLines(stream, lines, start.from, query.to);
        if ((lines.at(-1)?.line ?? 0) >= query.to) break;
      }
      await sendLines(stream, writer.end(), start.from, query.to);
      stream.complete();
    } finally {
      // The client notices that something is missing.
      if (!stream.signal.aborted) stream.end();
    }
  }

  /** Yields the entries after `pos`, as they arrive, until the step has finished or the entry `until` was read. */
  private async *readEntries(
    stream: EventStream,
    stepId: number,
    pos: number,
    until: number,
  ): AsyncGenerator<Line[]> {
    for (let last = pos; last < until && !stream.signal.aborted; ) {
      const changed = this.waitForChange(stream, stepId);
      try {
        // Asked first: a finished step has no further lines.
        const isComplete = await this.source.isComplete(stepId);
        const stored = await this.source.readAfter(stepId, last);
        if (stored.length > 0) {
          yield stored.filter((line) => line.pos <= until).map(toEntry);
          last = stored.at(-1)?.pos ?? last;
        } else if (isComplete) return;
        else await changed.promise;
      } finally {
        changed.cancel();
      }
    }
  }

  private waitForChange({ signal }: EventStream, stepId: number) {
    return waitForEvent(signal, (happened) => [
      this.bus.subscribe('logGrown', (grown) => {
        if (grown.stepId === stepId) happened();
      }),
      this.bus.subscribe('logRewritten', (rewritten) => {
        if (rewritten.stepId === stepId) happened();
      }),
      this.bus.subscribe('buildChanged', ({ endedSteps }) => {
        if (endedSteps.includes(stepId)) happened();
      }),
      this.bus.subscribe('eventsMissed', happened),
    ]);
  }

  /** Returns the position before the first entry to read, and the first line to send, from 0. */
  private async findStart(stepId: number, end: number, { tail, from }: TextQuery) {
    const [newest] = end > 0 ? await this.source.readAfter(stepId, end - 2) : [];
    const areLines = !newest || toEntry(newest).line === undefined;
    if (tail === undefined) return { pos: areLines ? from - 2 : -1, from: from - 1 };
    // An entry may be several lines, but is seldom: as many entries have the lines almost always.
    for (let entries = tail; ; entries *= 2) {
      const pos = Math.max(-1, end - entries - 1);
      const lines = await this.listLines(stepId, pos, end);
      const first = lines.at(-tail);
      // The first one may be the rest of a line.
      if (areLines || pos < 0 || lines.length > tail) return { pos, from: first ?? lines[0] ?? 0 };
    }
  }

  /** Lists the numbers of the lines of the entries after `pos`. */
  private async listLines(stepId: number, pos: number, end: number): Promise<number[]> {
    const writer = new LineWriter({ startSec: undefined, keepsColors: true });
    const lines: number[] = [];
    for (let last = pos; last < end - 1; ) {
      const stored = await this.source.readAfter(stepId, last);
      if (stored.length === 0) break;
      for (const entry of stored)
        for (const { line } of writer.add(toEntry(entry))) lines.push(line);
      last = stored.at(-1)?.pos ?? end;
    }
    for (const { line } of writer.end()) lines.push(line);
    return lines;
  }
}

function toEntry({ json }: StoredLine): Line {
  return JSON.parse(json) as Line;
}

/** Sends the lines from number `from`, counted from 0, to number `to`, counted from 1. */
async function sendLines(
  stream: EventStream,
  lines: readonly TextLine[],
  from: number,
  to: number,
): Promise<void> {
  const texts = lines.filter(({ line }) => line >= from && line < to).map(({ text }) => text);
  if (texts.length > 0) await stream.send(Buffer.from(texts.join('')));
}
