import { leaveQueryScope } from './query-scope.ts';

/** Shares one read between concurrent callers. It starts after the call of each of them. */
export class SharedRead<Value> {
  private readonly read: () => Promise<Value>;
  private running: Promise<Value> | undefined;
  private next: Promise<Value> | undefined;
  private last: { value: Value; startedAtMs: number } | undefined;

  constructor(read: () => Promise<Value>) {
    this.read = read;
  }

  take(): Promise<Value> {
    if (!this.running) return this.start();
    const start = () => {
      this.next = undefined;
      return this.start();
    };
    this.next ??= this.running.then(start, start);
    return this.next;
  }

  /** Returns the last value if it was read at most `maxAgeMs` ago, else reads again. */
  async takeRecent(maxAgeMs: number): Promise<Value> {
    const { last } = this;
    return last && performance.now() - last.startedAtMs <= maxAgeMs ? last.value : this.take();
  }

  private start(): Promise<Value> {
    const startedAtMs = performance.now();
    const reading = leaveQueryScope(this.read)
      .then((value) => {
        this.last = { value, startedAtMs };
        return value;
      })
      .finally(() => {
        if (this.running === reading) this.running = undefined;
      });
    this.running = reading;
    return reading;
  }
}
