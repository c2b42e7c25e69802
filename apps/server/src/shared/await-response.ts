import type { ClientRequest, IncomingMessage } from 'node:http';

/** Sends a request with its body, and waits for the head of the response. */
export function awaitResponse(request: ClientRequest, body?: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.on('response', resolve).on('error', reject).end(body);
  return promise;
}

/** Returns the body of a response; undefined if it is larger than `maxBytes`, and the connection is then closed. */
export async function readWithin(
  response: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
