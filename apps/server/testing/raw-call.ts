import { connect } from 'node:net';

export interface RawCall {
  method: string;
  /** Request target as it is sent, even if it is invalid. */
  target: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer;
}

const untilMs = 20_000;

/**
 * Sends a call that no HTTP client would send. Resolves with the response once the server has closed the
 * connection.
 */
export async function sendRaw(port: number, call: RawCall): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const timer = setTimeout(() => socket.destroy(new Error('No response in time')), untilMs);
  const lines = [
    `${call.method} ${call.target} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    ...call.headers.map(([name, value]) => `${name}: ${value}`),
    ...(call.body.length > 0 ? [`content-length: ${call.body.length}`] : []),
  ];
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A server that rejects a call may close the connection while the call is being sent.
  socket.on('error', () => {});
  socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), call.body]));
  await new Promise((resolve) => socket.on('close', resolve));
  clearTimeout(timer);
  return Buffer.concat(chunks).toString('latin1');
}
