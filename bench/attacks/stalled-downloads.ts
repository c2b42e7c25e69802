import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, countOutcomes } from '../support/attack.ts';
import type { AttackedServer } from '../support/attacked-server.ts';
import { makeBuildLines } from '../support/build-lines.ts';

const guests = 300;
const addresses = 10;
/** Duration of the attack without other requests. */
const heldMs = 5000;
const fileBytes = 50_000_000;
const chunk = Buffer.alloc(1_000_000, 'x');
const lineCount = 200_000;
const build = '/api/repos/admin/stalled/builds/1';
const paths = ['artifacts/1/1/large', 'artifacts/archive', 'logs/1/1'];

/** Starts downloads of large responses as guests that read no data. */
export const stalledDownloads: Attack = {
  name: '300 guests of 10 addresses stall downloads',
  // The default stall timeout of 60 s would only make the attack slower.
  settings: () => ({ MILLRACE_TRUSTED_PROXIES: '127.0.0.1', MILLRACE_DOWNLOAD_STALL_SEC: '10' }),
  prepare: async (server) => {
    const { step } = await server.startStep('stalled');
    const query = { kind: 'artifact' as const, path: 'large' };
    const input = { params: { step: step.id }, query, file: { size: fileBytes, read } };
    await server.api.sendFile(input, AbortSignal.timeout(60_000));
    for (let at = 0; at < lineCount; at += 10_000) {
      await server.api.appendLogs({ params: { step: step.id }, body: makeBuildLines(at, 10_000) });
    }
    return async () => {
      const stalled = Array.from({ length: guests }, (_, at) => stall(server, at));
      await delay(heldMs);
      const [guest, member] = await Promise.all([
        download(server, {}),
        download(server, server.headers),
      ]);
      for (const { socket } of stalled) socket.destroy();
      const outcomes = countOutcomes(stalled.map(({ status }) => status()));
      return `a download beside them: as a guest ${guest}, signed in ${member}; stalled: ${outcomes}`;
    };
  },
};

async function download(server: AttackedServer, headers: Record<string, string>): Promise<string> {
  const begun = performance.now();
  const answer = await fetch(`${server.url}${build}/${paths[0]}`, { headers });
  await answer.arrayBuffer();
  return `${answer.status} in ${((performance.now() - begun) / 1000).toFixed(1)} s`;
}

/** Requests a large response and reads only its beginning. */
function stall(server: AttackedServer, guest: number): { socket: Socket; status: () => string } {
  const { port, hostname } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let status = 'waiting';
  socket.on('error', () => {});
  socket.once('data', (data: Buffer) => {
    socket.pause();
    status = data.toString('latin1').split(' ', 2)[1] ?? '';
  });
  const path = `${build}/${paths[guest % paths.length]}`;
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 10.0.0.${guest % addresses}\r\n\r\n`,
  );
  return { socket, status: () => status };
}

async function* read() {
  for (let sent = 0; sent < fileBytes; sent += chunk.length) yield chunk;
}
