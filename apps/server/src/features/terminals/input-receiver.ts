import type { OpenTerminal, TerminalOrders } from '@millrace/contract/runner';
import type { Bus } from '../../shared/bus.ts';

/** Receives the inputs to the open terminals of a kept step, from pages at any server, while a call of its runner waits. */
export class InputReceiver {
  readonly inputs: TerminalOrders['inputs'] = [];
  private readonly bus: Bus;
  private readonly open: readonly OpenTerminal[];
  /** Numbers of the last inputs: those of the runner, and those that it gets with the answer. */
  private readonly last: Map<number, number>;
  private readonly endings: (() => void)[];
  private onInput = () => {};

  constructor(bus: Bus, keptId: number, open: readonly OpenTerminal[]) {
    this.bus = bus;
    this.open = open;
    this.last = new Map(open.map(({ terminal, received }) => [terminal, received]));
    this.endings = [
      bus.subscribe('terminalInput', ({ keptId: at, terminalId, input }) => {
        if (at === keptId) this.receive(terminalId, input);
      }),
      bus.subscribe('eventsMissed', () => this.tellReceived()),
    ];
    this.tellReceived();
  }

  /** Calls the listener for each input. Returns the function that ends this. */
  listen(onInput: () => void): () => void {
    this.onInput = onInput;
    return () => {
      this.onInput = () => {};
    };
  }

  end(): void {
    for (const end of this.endings) end();
  }

  private receive(terminal: number, input: TerminalOrders['inputs'][number]['input']): void {
    const last = this.last.get(terminal);
    // The runner opens it first, and its next call asks for the input.
    if (last === undefined) return;
    if (input.number === last + 1) {
      this.last.set(terminal, input.number);
      this.inputs.push({ terminal, input });
      this.onInput();
    } else if (input.number > last || input.number <= this.receivedBy(terminal)) {
      this.tellReceived();
    }
  }

  private receivedBy(terminal: number): number {
    return this.open.find((one) => one.terminal === terminal)?.received ?? 0;
  }

  private tellReceived(): void {
    for (const { terminal, received } of this.open) {
      this.bus.publish('terminalReceived', { terminalId: terminal, number: received });
    }
  }
}
