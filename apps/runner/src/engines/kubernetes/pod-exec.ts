import { PassThrough, type Readable } from 'node:stream';
import type WebSocket from 'ws';
import * as z from 'zod/mini';
import type { ClusterClient } from './cluster-client.ts';
import { ClusterError, readError } from './cluster-client.ts';

/** Channels of the protocol, in the first byte of each message. */
const channels = { stdin: 0, stdout: 1, stderr: 2, status: 3, resize: 4 } as const;
const protocol = 'v4.channel.k8s.io';
const pingMs = 20_000;

const endStatus = z.object({
  status: z.string(),
  message: z.optional(z.string()),
  reason: z.optional(z.string()),
  details: z.optional(
    z.object({
      causes: z.optional(
        z.array(z.object({ reason: z.optional(z.string()), message: z.optional(z.string()) })),
      ),
    }),
  ),
});

export interface ExecTarget {
  namespace: string;
  pod: string;
  container: string;
}

/** A program that runs in a container of a Pod. */
export interface PodExec {
  readonly stdout: Readable;
  /** Standard error of the program, which must be short. */
  readonly errors: Promise<string>;
  /** Exit code. Rejects if the connection ended before the program. */
  readonly exited: Promise<number>;
  /** Resolves when the bytes are on their way. */
  write(bytes: Uint8Array): Promise<void>;
  resize(columns: number, rows: number): void;
  /** Ends the connection, and with it the input of the program. */
  close(): void;
}

/** Starts a program in a container. Rejects if that is not possible. */
export async function execInPod(
  client: ClusterClient,
  { namespace, pod, container }: ExecTarget,
  command: string[],
  options: { tty?: boolean } = {},
): Promise<PodExec> {
  const query = new URLSearchParams({ container, stdin: 'true', stdout: 'true' });
  // A terminal has only one output.
  if (options.tty) query.set('tty', 'true');
  else query.set('stderr', 'true');
  for (const part of command) query.append('command', part);
  const path = `/api/v1/namespaces/${namespace}/pods/${pod}/exec?${query}`;
  const socket = await client.connect(path, [protocol]);
  await opened(socket);
  return attach(socket);
}

async function opened(socket: WebSocket): Promise<void> {
  const open = Promise.withResolvers<void>();
  socket.once('open', open.resolve);
  socket.once('error', open.reject);
  socket.once('unexpected-response', (_, response) => {
    void readError(response.statusCode ?? 0, response).then(open.reject, open.reject);
  });
  try {
    await open.promise;
  } catch (error) {
    socket.on('error', () => undefined);
    socket.terminate();
    throw error;
  }
}

function attach(socket: WebSocket): PodExec {
  const stdout = new PassThrough();
  const exited = Promise.withResolvers<number>();
  const errors = Promise.withResolvers<string>();
  exited.promise.catch(() => undefined);
  let said = '';
  socket.binaryType = 'nodebuffer';
  socket.on('message', (data: Buffer) => {
    const content = data.subarray(1);
    if (data[0] === channels.stdout && !stdout.write(content)) {
      socket.pause();
      stdout.once('drain', () => socket.resume());
    } else if (data[0] === channels.stderr) said += content.toString();
    else if (data[0] === channels.status) settle(exited, content.toString());
  });
  let isAlive = true;
  // A proxy may drop a connection without a word, and close one on which nothing happens.
  const ping = setInterval(() => {
    if (!isAlive && !socket.isPaused) socket.terminate();
    isAlive = socket.isPaused;
    socket.ping();
  }, pingMs);
  socket.on('pong', () => {
    isAlive = true;
  });
  socket.on('error', (error) => exited.reject(error));
  socket.once('close', () => {
    clearInterval(ping);
    exited.reject(new Error('The connection to the container ended'));
    errors.resolve(said);
    stdout.end();
  });
  return {
    stdout,
    errors: errors.promise,
    exited: exited.promise,
    write: (bytes) => send(socket, channels.stdin, bytes),
    resize: (Width, Height) => {
      const size = Buffer.from(JSON.stringify({ Width, Height }));
      send(socket, channels.resize, size).catch(() => undefined);
    },
    close: () => {
      socket.close();
      stdout.resume();
    },
  };
}

function send(socket: WebSocket, channel: number, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const message = Buffer.concat([Buffer.of(channel), bytes]);
    socket.send(message, (error) => (error ? reject(error) : resolve()));
  });
}

function settle(exited: PromiseWithResolvers<number>, content: string): void {
  const { data } = z.safeParse(endStatus, JSON.parse(content));
  const code = data?.details?.causes?.find(({ reason }) => reason === 'ExitCode')?.message;
  if (data?.status === 'Success') exited.resolve(0);
  else if (code !== undefined) exited.resolve(Number(code));
  else {
    const message = data?.message ?? 'The program could not be started';
    exited.reject(new ClusterError(500, data?.reason ?? '', message));
  }
}
