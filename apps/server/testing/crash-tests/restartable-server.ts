import { type LaunchedServer, launchServerProcess } from '../server-process.ts';

/** A server that can be killed and restarted, with the same address and data. */
export class RestartableServer {
  readonly url: string;
  private readonly env: Record<string, string>;
  private readonly launched: LaunchedServer[] = [];
  private running: LaunchedServer | undefined;
  /** Whether it was started and not ended. Its process may not exist yet. */
  private shouldRun = false;

  constructor(port: number, env: Record<string, string>) {
    this.url = `http://127.0.0.1:${port}`;
    this.env = { ...env, MILLRACE_PORT: String(port) };
  }

  /** Resolves once it is ready, or was ended before. Retries while the database is unreachable. */
  async start(): Promise<void> {
    this.shouldRun = true;
    for (;;) {
      const launched = await launchServerProcess(this.env);
      this.launched.push(launched);
      if (!this.shouldRun) {
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

  /** Ends the server. Returns its exit code; null if it was killed. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const ending = this.running;
    this.shouldRun = false;
    this.running = undefined;
    return (await ending?.end(signal)) ?? null;
  }

  /** Output of all starts. */
  output(): string {
    return this.launched.map((each) => each.output()).join('');
  }
}
