import { createHash } from 'node:crypto';
import { matchGlob } from '@millrace/pipeline';
import type { Extension } from '../extension.ts';
import type { WebhookAction, WebhookEvent } from './webhook-job.ts';

/** A webhook extension. */
export interface Receiver {
  /** Identifies it in stored jobs, which should not contain its address: that may contain a credential. */
  id: string;
  extension: Pick<Extension, 'send' | 'rejection'>;
  /**
   * Jobs of one receiver run one after another, so that one that is away delays no other. Negative, because
   * positive places are repositories.
   */
  place: number;
  /** Whether it gets an event; events of accounts have no repository. */
  accepts: (event: WebhookEvent, action: WebhookAction, slug?: string) => boolean;
}

/** @param events patterns of the events that are sent; empty for all */
export function createReceivers(
  extensions: readonly Extension[],
  events: readonly string[],
): Receiver[] {
  return extensions.map((extension, index) => ({
    id: createHash('sha256').update(extension.url).digest('hex').slice(0, 16),
    extension,
    place: -1 - index,
    accepts: (event, action, slug) => {
      const isFor = slug === undefined ? extension.repos === undefined : extension.isFor(slug);
      const isWanted = events.some((pattern) => matches(pattern, event, action));
      return isFor && (isWanted || events.length === 0);
    },
  }));
}

/** Matches `build:created`, `build:*`, or `build` for all actions. */
function matches(pattern: string, event: WebhookEvent, action: WebhookAction): boolean {
  return matchGlob(pattern.includes(':') ? pattern : `${pattern}:*`, `${event}:${action}`);
}
