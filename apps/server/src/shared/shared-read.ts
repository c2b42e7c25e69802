/** Answers all who ask at the same time with one reading, which begins after each of them has asked. */
export class SharedRead<Value> {
  private readonly read: () => Promise<Value>;
  private running: Promise<Value> | undefined;
  private next: Promise<Value> | undefined;

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

  private start(): Promise<Value> {
    const reading = this.read().finally(() => {
      if (this.running === reading) this.running = undefined;
    });
    this.running = reading;
    return reading;
  }
}
