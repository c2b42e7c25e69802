import { expect, it, vi } from 'vitest';
import { OutputSender } from './output-sender.ts';

interface Sent {
  position: number;
  text: string;
  done: () => void;
}

function createSender() {
  const sent: Sent[] = [];
  const sender = new OutputSender((position, bytes) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    sent.push({ position, text: Buffer.from(bytes).toString(), done: () => resolve() });
    return promise;
  }, vi.fn());
  return { sent, sender };
}

it('sends the first bytes at once, and those that arrive meanwhile together', async () => {
  const { sent, sender } = createSender();
  await sender.add(Buffer.from('a'));
  await sender.add(Buffer.from('b'));
  await sender.add(Buffer.from('c'));
  expect(sent.map(({ position, text }) => [position, text])).toEqual([[0, 'a']]);
  sent[0]?.done();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toMatchObject({ position: 1, text: 'bc' });
  sent[1]?.done();
  await sender.settle();
});

it('makes a fast program wait', async () => {
  const { sent, sender } = createSender();
  await sender.add(Buffer.from('a'));
  let isAdded = false;
  const adding = sender.add(Buffer.alloc(70_000, 'x')).then(() => {
    isAdded = true;
  });
  await Promise.resolve();
  expect(isAdded).toBe(false);
  for (let at = 0; at < 3; at++) {
    await expect.poll(() => sent.length).toBeGreaterThan(at);
    sent[at]?.done();
  }
  await adding;
  expect(sent.map(({ position, text }) => [position, text.length])).toEqual([
    [0, 1],
    [1, 65_536],
    [65_537, 4464],
  ]);
});

it('drops output after a piece that could not be sent', async () => {
  const onRefused = vi.fn();
  const send = vi.fn(() => Promise.reject(new Error('The terminal has ended')));
  const sender = new OutputSender(send, onRefused);
  await sender.add(Buffer.from('a'));
  await sender.settle();
  await sender.add(Buffer.from('b'));
  await sender.settle();
  expect(send).toHaveBeenCalledTimes(1);
  expect(onRefused).toHaveBeenCalledTimes(1);
});
