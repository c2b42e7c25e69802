import type { TerminalInput } from '@millrace/contract/api';
import type { RunnerApi, TerminalOrders } from '@millrace/contract/runner';
import { runnerApiOf, startNextStage } from './fake-work.ts';
import { bearer, pushSampleRepo, samplePipeline, type TestServer } from './test-server.ts';

/** The runner of a kept step. Its terminals note what they receive. */
export class KeptStepRunner {
  /** Inputs, in the order in which they were received. */
  readonly inputs: TerminalInput[] = [];
  private readonly api: RunnerApi;
  private readonly params: { step: number };
  /** Numbers of the last inputs of the open terminals. */
  private readonly received = new Map<number, number>();

  /** Fails build 1 of a new repository called `project`, which keeps failed steps. */
  static async failStep(
    server: TestServer,
    ada: { token: string },
    namespace = 'ada',
  ): Promise<KeptStepRunner> {
    await pushSampleRepo(server, 'ada', 'project', samplePipeline, namespace);
    await fetch(`${server.url}/api/repos/${namespace}/project/terminal-settings`, {
      method: 'PATCH',
      headers: { ...bearer(ada), 'content-type': 'application/json' },
      body: '{"keep_failed": true}',
    });
    const api = runnerApiOf(server);
    const { stage, step } = await startNextStage(api);
    const ended = { status: 'failure', exit_code: 1, stopped: 2 } as const;
    const failed = await api.updateStep({ params: { step: step.id }, body: { ...step, ...ended } });
    const body = { ...stage, ...ended, steps: [failed] };
    await api.updateStage({ params: { stage: stage.id }, body });
    return new KeptStepRunner(api, step.id);
  }

  private constructor(api: RunnerApi, step: number) {
    this.api = api;
    this.params = { step };
  }

  keep(): Promise<{ until: number }> {
    return this.api.keepStep({ params: this.params });
  }

  /** Waits once for orders, and carries them out. */
  async watch(signal?: AbortSignal): Promise<TerminalOrders | null> {
    const open = [...this.received].map(([terminal, received]) => ({ terminal, received }));
    const call = { params: this.params, body: { open } };
    const orders = await this.api.watchKeptStep(call, signal);
    for (const { terminal } of orders?.open ?? []) this.received.set(terminal, 0);
    for (const terminal of orders?.close ?? []) this.received.delete(terminal);
    for (const { terminal, input } of orders?.inputs ?? []) {
      this.received.set(terminal, input.number);
      this.inputs.push(input);
    }
    return orders;
  }

  /** Carries out orders until `isDone` resolves, which needs a runner. Returns its result. */
  async during<Result>(isDone: Promise<Result>): Promise<Result> {
    const over = new AbortController();
    const end = isDone.finally(() => over.abort());
    while (!over.signal.aborted) await this.watch(over.signal);
    return await end;
  }

  sendOutput(terminal: number, position: number, text: string): Promise<void> {
    const body = { position, data: Buffer.from(text).toString('base64') };
    return this.api.sendTerminalOutput({ params: { ...this.params, terminal }, body });
  }

  endTerminal(terminal: number, exitCode: number): Promise<void> {
    const params = { ...this.params, terminal };
    return this.api.endTerminal({ params, body: { exit_code: exitCode } });
  }
}
