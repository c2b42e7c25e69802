import type { FastifyReply } from 'fastify';

/** Created once: its stack trace takes longer than the rest of an abort. */
const hasClosed = new DOMException('The connection has closed', 'AbortError');

/** Creates a signal that aborts when the answer is sent or the client disconnects. */
export function closeOf({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  if (raw.closed) closed.abort(hasClosed);
  else raw.once('close', () => closed.abort(hasClosed));
  return closed.signal;
}

/** Creates a signal that aborts if the client disconnects before it has the answer. */
export function disconnectOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const end = () => {
    if (!raw.writableFinished) gone.abort();
  };
  if (raw.closed) end();
  else raw.once('close', end);
  return gone.signal;
}
