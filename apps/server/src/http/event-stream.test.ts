import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EventStream } from './event-stream.ts';

let server: Server;
let stream: EventStream;
let reader: Socket;
beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  reader = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  reader.on('error', () => {});
  reader.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
  const [, response] = await once(server, 'request');
  stream = new EventStream(response, {});
});
afterEach(() => {
  reader.destroy();
  server.close();
});

/** Sends until the reader's socket and ours hold as much as they can. */
function fill(): void {
  const frame = Buffer.from(`data: ${'x'.repeat(60_000)}\n\n`);
  let held = 0;
  while (held < 200) held = stream.write(frame) ? 0 : held + 1;
}

it('lets a reader go that takes nothing', async () => {
  fill();
  const isOver = once(stream.signal, 'abort');
  stream.beat();
  expect(stream.signal.aborted).toBe(false);
  stream.beat();
  await isOver;
});

it('keeps a reader that takes something', async () => {
  fill();
  for (let beat = 0; beat < 5; beat++) {
    stream.beat();
    reader.resume();
    await once(reader, 'data');
    reader.pause();
    fill();
  }
  reader.resume();
  await stream.drained();
  stream.beat();
  stream.beat();
  expect(stream.signal.aborted).toBe(false);
});

it('waits no longer for a reader that is gone', async () => {
  fill();
  const waiting = stream.drained();
  reader.destroy();
  await waiting;
  expect(stream.write(Buffer.from('data: late\n\n'))).toBe(false);
});
