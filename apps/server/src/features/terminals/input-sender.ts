import type { TerminalInput } from '@millrace/contract/api';
import { AppError, badRequest, TooManyError } from '@millrace/contract/api-errors';
import type { Bus } from '../../shared/bus.ts';
import type { Terminal } from './kept-step.ts';

/** Time for which an input waits for its runner; less than the time for which a page waits for its confirmation. */
const receivedMs = 4000;
/** Inputs to one terminal that wait at the same time. */
const maxPending = 100;

interface PendingInput {
  keptId: number;
  input: TerminalInput;
  received: PromiseWithResolvers<void>;
  timer: NodeJS.Timeout;
}

/** Inputs to a terminal that wait, by number, and the number that its runner has told last. */
interface PendingInputs {
  known: number;
  byNumber: Map<number, PendingInput>;
}

/**
 * Sends the inputs of pages to runners, whose calls may wait at another server. Nothing is stored: while no call waits,
 * an event is lost, so an input is pending here until its runner tells that it has received it, and is sent again when
 * the runner tells that it did not arrive.
 */
export class InputSender {
  private readonly bus: Bus;
  private readonly pending = new Map<number, PendingInputs>();

  constructor(bus: Bus) {
    this.bus = bus;
    bus.subscribe('terminalReceived', ({ terminalId, number }) => this.advance(terminalId, number));
    bus.subscribe('terminalEnded', ({ terminalId }) => {
      for (const number of this.pendingFor(terminalId).byNumber.keys()) {
        this.settle(terminalId, number, badRequest('The terminal has ended', 'wrong_state'));
      }
    });
  }

  /** Resolves when the runner has received an input, now or before. Rejects with an `AppError` if it does not take it. */
  send({ id, keptId, ended }: Terminal, input: TerminalInput): Promise<void> {
    if (ended > 0) return Promise.reject(badRequest('The terminal has ended', 'wrong_state'));
    const { byNumber } = this.pendingFor(id);
    const pending = byNumber.get(input.number) ?? this.add(id, { keptId, input });
    this.publish(id, pending);
    return pending.received.promise;
  }

  private add(id: number, { keptId, input }: Pick<PendingInput, 'keptId' | 'input'>): PendingInput {
    const inputs = this.pendingFor(id);
    const received = Promise.withResolvers<void>();
    const refuse = () => this.settle(id, input.number, notTaken());
    const pending = { keptId, input, received, timer: setTimeout(refuse, receivedMs) };
    inputs.byNumber.set(input.number, pending);
    this.pending.set(id, inputs);
    if (inputs.byNumber.size > maxPending) refuse();
    return pending;
  }

  /** Sends the inputs again that follow the last one that the runner has received. */
  private advance(id: number, number: number): void {
    const inputs = this.pendingFor(id);
    // A call that has waited for longer does not know the newest number.
    if (number < inputs.known) return;
    inputs.known = number;
    let next = number + 1;
    const all = [...inputs.byNumber].sort(([a], [b]) => a - b);
    for (const [at, pending] of all) {
      if (at <= number) this.settle(id, at);
      else if (at === next++) this.publish(id, pending);
      else this.settle(id, at, new AppError(409, 'The input does not follow the last one'));
    }
  }

  private publish(terminalId: number, { keptId, input }: PendingInput): void {
    this.bus.publish('terminalInput', { keptId, terminalId, input });
  }

  private settle(id: number, number: number, error?: AppError): void {
    const { byNumber } = this.pendingFor(id);
    const pending = byNumber.get(number);
    if (!pending) return;
    clearTimeout(pending.timer);
    byNumber.delete(number);
    if (byNumber.size === 0) this.pending.delete(id);
    if (error) pending.received.reject(error);
    else pending.received.resolve();
  }

  private pendingFor(id: number): PendingInputs {
    return this.pending.get(id) ?? { known: 0, byNumber: new Map() };
  }
}

function notTaken(): AppError {
  return new TooManyError('The runner does not take the input. Please try again.', 5);
}
