import { text as readText } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { ClusterClient } from './cluster-client.ts';

const text = z._default(z.string(), '');
const time = z.optional(z.nullable(z.string()));

const eventList = z.object({
  items: z.array(
    z.object({
      type: text,
      reason: text,
      message: text,
      lastTimestamp: time,
      eventTime: time,
      metadata: z.object({ creationTimestamp: time }),
    }),
  ),
});

/** The wait for the Pod goes on afterwards. */
const timeoutMs = 3000;

type PodEvent = z.infer<typeof eventList>['items'][number];

/**
 * Returns what the machine of a Pod does or cannot do before the containers of the Pod start, such as a volume that it
 * cannot mount; empty if that is unknown. The Pod itself does not say it.
 */
export async function readPodEvent(
  client: Pick<ClusterClient, 'open'>,
  { namespace, name }: { namespace: string; name: string },
): Promise<string> {
  const fields = `involvedObject.kind=Pod,involvedObject.name=${name}`;
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/events?fieldSelector=${encodeURIComponent(fields)}`;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await client.open({ method: 'GET', path, signal });
    const { items } = z.parse(eventList, JSON.parse(await readText(answer)));
    const newest = items.toSorted((one, other) => timeOf(one) - timeOf(other)).at(-1);
    return newest ? describe(newest) : '';
  } catch {
    // The runner may have no right to read events. It works without them.
    return '';
  }
}

/** The scheduler and newer clusters use `eventTime`. */
function timeOf({ lastTimestamp, eventTime, metadata }: PodEvent): number {
  return Date.parse(lastTimestamp ?? eventTime ?? metadata.creationTimestamp ?? '') || 0;
}

function describe({ type, reason, message }: PodEvent): string {
  if (type === 'Warning') return `${reason} (${message.trim()})`;
  return reason === 'Pulling' ? message.trim() : '';
}
