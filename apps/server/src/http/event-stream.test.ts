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

/** Sends until the socket buffers on both sides are full. */
function fill(): void {
  const frame = Buffer.from(`data: ${'x'.repeat(60_000)}\n\n`);
  let unsent = 0;
  while (unsent < 200) unsent = stream.write(frame) ? 0 : unsent + 1;
}

it('disconnects a client that does not read', async () => {
  fill();
  const isOver = once(stream.signal, 'abort');
  stream.beat();
  expect(stream.signal.aborted).toBe(false);
  stream.beat();
  await isOver;
});

it('keeps a client that reads slowly', async () => {
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

it('stops waiting when the client disconnects', async () => {
  fill();
  const waiting = stream.drained();
  reader.destroy();
  await waiting;
  expect(stream.write(Buffer.from('data: late\n\n'))).toBe(false);
});
