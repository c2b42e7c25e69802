import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';

export interface Viewing {
  url: string;
  token: string;
  count: number;
}

/** Delays of the lines of fast viewers in milliseconds, and lines that one viewer of each kind received. */
export interface Viewed {
  delays: number[];
  fastLines: number;
  slowLines: number;
}

const fastViewers = 5;
const slowBytesPerSecond = 200_000;

const [viewing] = (await once(process, 'message')) as [Viewing];
const viewed: Viewed = { delays: [], fastLines: 0, slowLines: 0 };
const sockets = Array.from({ length: viewing.count }, (_, at) =>
  open(at >= fastViewers, at === 0 || at === fastViewers),
);
await Promise.all(sockets.map((socket) => once(socket, 'data')));
process.send?.('opened');
await once(process, 'message');
process.send?.(viewed, () => process.exit());

/** Opens a stream. Only those that are observed parse what they receive, which leaves the processors to the servers. */
function open(isSlow: boolean, isObserved: boolean): Socket {
  const { hostname, port, pathname } = new URL(viewing.url);
  const socket = createConnection({ host: hostname, port: Number(port) });
  socket.write(
    `GET ${pathname} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${viewing.token}\r\n\r\n`,
  );
  socket.on('data', (chunk: Buffer) => {
    if (isObserved) observe(chunk, isSlow);
    if (!isSlow) return;
    socket.pause();
    setTimeout(() => socket.resume(), (chunk.length / slowBytesPerSecond) * 1000);
  });
  return socket;
}

function observe(chunk: Buffer, isSlow: boolean): void {
  const text = chunk.toString('latin1');
  const times = [...text.matchAll(/"at ([\d.]+) /g)];
  if (isSlow) viewed.slowLines += times.length;
  else viewed.fastLines += times.length;
  const now = performance.timeOrigin + performance.now();
  if (!isSlow) for (const [, time] of times) viewed.delays.push(now - Number(time));
}
