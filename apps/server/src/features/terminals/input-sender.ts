import type { TerminalInput } from '@millrace/contract/api';
import { AppError, badRequest, TooManyError } from '@millrace/contract/api-errors';
import type { Bus } from '../../shared/bus.ts';
import type { Terminal } from './kept-step.ts';

/** Time for which an input waits for its runner; less than the time for which a page waits for its confirmation. */
const receivedMs = 4000;
/** Inputs to one terminal that wait at the same time. */
const maxHeld = 100;

interface HeldInput {
  keptId: number;
  input: TerminalInput;
  received: PromiseWithResolvers<void>;
  timer: NodeJS.Timeout;
}

/** Inputs to a terminal that wait, by number, and the number that its runner has told last. */
interface HeldInputs {
  known: number;
  byNumber: Map<number, HeldInput>;
}

/**
 * Sends the inputs of pages to runners, whose calls may wait at another server. Nothing is stored: while no call waits,
 * an event is lost, so an input is held here until its runner tells that it has received it, and is sent again when
 * the runner tells that it did not arrive.
 */
export class InputSender {
  private readonly bus: Bus;
  private readonly held = new Map<number, HeldInputs>();

  constructor(bus: Bus) {
    this.bus = bus;
    bus.subscribe('terminalReceived', ({ terminalId, number }) => this.advance(terminalId, number));
    bus.subscribe('terminalEnded', ({ terminalId }) => {
      for (const number of this.heldFor(terminalId).byNumber.keys()) {
        this.settle(terminalId, number, badRequest('The terminal has ended', 'wrong_state'));
      }
    });
  }

  /** Resolves when the runner has received an input, now or before. Rejects with an `AppError` if it does not take it. */
  send({ id, keptId, ended }: Terminal, input: TerminalInput): Promise<void> {
    if (ended > 0) return Promise.reject(badRequest('The terminal has ended', 'wrong_state'));
    const { byNumber } = this.heldFor(id);
    const held = byNumber.get(input.number) ?? this.hold(id, { keptId, input });
    this.publish(id, held);
    return held.received.promise;
  }

  private hold(id: number, { keptId, input }: Pick<HeldInput, 'keptId' | 'input'>): HeldInput {
    const inputs = this.heldFor(id);
    const received = Promise.withResolvers<void>();
    const refuse = () => this.settle(id, input.number, notTaken());
    const held = { keptId, input, received, timer: setTimeout(refuse, receivedMs) };
    inputs.byNumber.set(input.number, held);
    this.held.set(id, inputs);
    if (inputs.byNumber.size > maxHeld) refuse();
    return held;
  }

  /** Sends the inputs again that follow the last one that the runner has received. */
  private advance(id: number, number: number): void {
    const inputs = this.heldFor(id);
    // A call that has waited for longer does not know the newest number.
    if (number < inputs.known) return;
    inputs.known = number;
    let next = number + 1;
    const all = [...inputs.byNumber].sort(([a], [b]) => a - b);
    for (const [at, held] of all) {
      if (at <= number) this.settle(id, at);
      else if (at === next++) this.publish(id, held);
      else this.settle(id, at, new AppError(409, 'The input does not follow the last one'));
    }
  }

  private publish(terminalId: number, { keptId, input }: HeldInput): void {
    this.bus.publish('terminalInput', { keptId, terminalId, input });
  }

  private settle(id: number, number: number, error?: AppError): void {
    const { byNumber } = this.heldFor(id);
    const held = byNumber.get(number);
    if (!held) return;
    clearTimeout(held.timer);
    byNumber.delete(number);
    if (byNumber.size === 0) this.held.delete(id);
    if (error) held.received.reject(error);
    else held.received.resolve();
  }

  private heldFor(id: number): HeldInputs {
    return this.held.get(id) ?? { known: 0, byNumber: new Map() };
  }
}

function notTaken(): AppError {
  return new TooManyError('The runner does not take the input. Please try again.', 5);
}
