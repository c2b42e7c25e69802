import type { Coding } from '../../http/codings/coding.ts';
import type { LogCache } from './log-cache.ts';
import type { LogForm } from './log-form.ts';
import type { LogPart, LogStore } from './log-store.ts';

/** Streams logs as response bodies, part by part, as fast as the client reads. */
export class LogAnswers {
  private readonly logs: LogStore;
  private readonly cache: LogCache;
  private readonly endings = new Map<string, Promise<Uint8Array>>();

  constructor(logs: LogStore, cache: LogCache) {
    this.logs = logs;
    this.cache = cache;
  }

  /** Reads the lines from `from` up to, but not including, `to`. */
  read(
    stepId: number,
    range: { from: number; to: number },
    form: LogForm,
    coding: Coding,
  ): AsyncIterable<Uint8Array> {
    const make = () => coding.join(this.readPacked(stepId, range, form, coding));
    if (!coding.packsBody) return make();
    const key = `body ${range.from}-${range.to} ${form.name} ${coding.name}`;
    return this.cache.streamBody(stepId, key, make);
  }

  private async *readPacked(
    stepId: number,
    { from, to }: { from: number; to: number },
    form: LogForm,
    coding: Coding,
  ): AsyncGenerator<Uint8Array> {
    let lead = form.open;
    for await (const part of this.logs.read(stepId, from, to)) {
      const key = `${part.from}-${part.to} ${form.name} ${lead} ${coding.name}`;
      const packed = await this.cache.getOrCreate(stepId, key, () =>
        pack(part, form, lead, coding),
      );
      if (packed.length === 0) continue;
      yield packed;
      lead = form.between;
    }
    const ending = lead === form.open ? form.open + form.close : form.close;
    if (ending) yield this.packEnding(ending, coding);
  }

  private packEnding(text: string, coding: Coding): Promise<Uint8Array> {
    const key = `${text} ${coding.name}`;
    const packed = this.endings.get(key) ?? coding.pack(Buffer.from(text));
    this.endings.set(key, packed);
    return packed;
  }
}

const nothing = new Uint8Array();

async function pack(
  part: LogPart,
  form: LogForm,
  lead: string,
  coding: Coding,
): Promise<Uint8Array> {
  const text = await part.readText();
  if (text.length === 0) return nothing;
  return coding.pack(form.write(lead, text));
}
