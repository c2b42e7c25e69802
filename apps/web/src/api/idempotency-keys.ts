interface SentRequest {
  key: string;
  /** Time of the answer, in milliseconds. Absent without one. */
  answeredMs?: number;
}

/** Longest time between the clicks of a double click. */
const doubleClickMs = 1000;

/** Latest request of each call with its input. */
const sent = new Map<string, SentRequest>();

/**
 * Returns the key of a request. It is that of the latest request of the same call, if that got no answer and may have
 * started a build, or if its answer is so recent that this request belongs to a double click.
 */
export function takeIdempotencyKey(call: string): string {
  const latest = sent.get(call);
  const isRepeated =
    latest && (latest.answeredMs ?? Number.POSITIVE_INFINITY) > Date.now() - doubleClickMs;
  const key = isRepeated ? latest.key : createKey();
  sent.set(call, { key });
  return key;
}

/** Records that a request got its answer. */
export function endIdempotencyKey(call: string): void {
  const latest = sent.get(call);
  if (latest) latest.answeredMs = Date.now();
}

/** `crypto.randomUUID` needs HTTPS. */
function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
