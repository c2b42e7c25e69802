import { type LaunchedServer, launchServerProcess } from '../server-process.ts';

/** A server that is killed and started again, at the same address and with the same data. */
export class MortalServer {
  readonly url: string;
  private readonly env: Record<string, string>;
  private readonly launched: LaunchedServer[] = [];
  private running: LaunchedServer | undefined;
  /** Whether nobody ended it since it was started: it may not even be there yet. */
  private isWanted = false;

  constructor(port: number, env: Record<string, string>) {
    this.url = `http://127.0.0.1:${port}`;
    this.env = { ...env, MILLRACE_PORT: String(port) };
  }

  /** Resolves once it is ready, or was ended before; one that had no database is started again. */
  async start(): Promise<void> {
    this.isWanted = true;
    for (;;) {
      const launched = await launchServerProcess(this.env);
      this.launched.push(launched);
      if (!this.isWanted) {
        await launched.end('SIGKILL');
        return;
      }
      this.running = launched;
      const failure = await launched.ready.then(
        () => '',
        (error: Error) => error.message,
      );
      if (!failure || this.running !== launched) return;
      this.running = undefined;
      if (!/database/i.test(failure)) throw new Error(failure);
    }
  }

  /** Its exit code, null where it was killed. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const ending = this.running;
    this.isWanted = false;
    this.running = undefined;
    return (await ending?.end(signal)) ?? null;
  }

  /** Output of all starts. */
  output(): string {
    return this.launched.map((each) => each.output()).join('');
  }
}
