import type { TerminalInput } from '@millrace/contract/api';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Bus } from '../../shared/bus.ts';
import { InputReceiver } from './input-receiver.ts';
import { InputSender } from './input-sender.ts';
import type { Terminal } from './kept-step.ts';

const terminal = { id: 7, keptId: 3, ended: 0 } as Terminal;

let bus: Bus;
let sender: InputSender;
/** Results of the inputs by number. */
let results: Map<number, string>;
beforeEach(() => {
  vi.useFakeTimers();
  bus = new Bus();
  sender = new InputSender(bus);
  results = new Map();
});
afterEach(() => {
  vi.useRealTimers();
});

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}
function send(...numbers: number[]): void {
  for (const number of numbers) {
    const input: TerminalInput = { number, data: '' };
    sender.send(terminal, input).then(
      () => results.set(number, 'taken'),
      (error: { status: number }) => results.set(number, String(error.status)),
    );
  }
}
/** Begins a call of a runner that has received the inputs up to a number. */
const wait = (received: number) => new InputReceiver(bus, 3, [{ terminal: 7, received }]);
const numbersOf = ({ inputs }: InputReceiver) => inputs.map(({ input }) => input.number);

it('hands over inputs while a call waits, and confirms them with the next call', async () => {
  const call = wait(0);
  send(1, 2);
  call.end();
  expect(numbersOf(call)).toEqual([1, 2]);
  await settle();
  expect([...results]).toEqual([]);
  wait(2);
  await settle();
  expect([...results]).toEqual([
    [1, 'taken'],
    [2, 'taken'],
  ]);
});

it('hands over inputs that were sent while no call waited, in order', () => {
  send(3, 1, 2);
  expect(numbersOf(wait(0))).toEqual([1, 2, 3]);
});

it('hands over inputs again whose answer was lost', async () => {
  const lost = wait(0);
  send(1);
  lost.end();
  const again = wait(0);
  expect([numbersOf(lost), numbersOf(again)]).toEqual([[1], [1]]);
  again.end();
  wait(1);
  await settle();
  expect(results.get(1)).toBe('taken');
});

it('is not misled by a call whose connection broke long ago', async () => {
  wait(0);
  send(1, 2);
  const current = wait(2);
  send(3);
  expect(numbersOf(current)).toEqual([3]);
  wait(3);
  await settle();
  expect([...results.values()]).toEqual(['taken', 'taken', 'taken']);
});

it('confirms an input again that the runner has', async () => {
  wait(5);
  send(4);
  await settle();
  expect(results.get(4)).toBe('taken');
});

it('leaves inputs to a terminal alone that the runner opens next', () => {
  const call = new InputReceiver(bus, 3, []);
  send(1);
  expect(numbersOf(call)).toEqual([]);
  expect(numbersOf(wait(0))).toEqual([1]);
});

it('refuses inputs that do not follow, that nobody takes, and of an ended terminal', async () => {
  wait(0).end();
  send(2);
  wait(0);
  await settle();
  expect(results.get(2)).toBe('409');
  send(1);
  bus.publish('terminalEnded', { terminalId: 7 });
  await settle();
  expect(results.get(1)).toBe('400');
  const others = new InputSender(new Bus());
  const refused = expect(others.send(terminal, { number: 1 })).rejects.toMatchObject({
    status: 429,
  });
  await vi.advanceTimersByTimeAsync(4000);
  await refused;
});

it('holds a limited number of inputs', async () => {
  send(...Array.from({ length: 101 }, (_, index) => index + 1));
  await settle();
  expect([...results]).toEqual([[101, '429']]);
});
