import { createHash } from 'node:crypto';
import { matchGlob } from '@millrace/contract/pipeline';
import type { Extensions } from '../../../config/extension-settings.ts';
import type { WebhookAction, WebhookEvent } from './webhook-job.ts';

/** A webhook extension. */
export interface Receiver {
  /** Identifies it in stored jobs, which should not contain its address: that may contain a credential. */
  id: string;
  url: string;
  /**
   * Jobs of one receiver run one after another, so that one that is away delays no other. Negative, because
   * positive places are repositories.
   */
  place: number;
  accepts: (event: WebhookEvent, action: WebhookAction, slug?: string) => boolean;
}

export function createReceivers({ endpoints, events }: Extensions['webhook']): Receiver[] {
  return endpoints.map(({ url, repos }, index) => ({
    id: createHash('sha256').update(url).digest('hex').slice(0, 16),
    ...{ url, place: -1 - index },
    accepts: (event, action, slug) => {
      if (repos !== undefined && (slug === undefined || !matchGlob(repos, slug))) return false;
      return events.length === 0 || events.some((pattern) => matches(pattern, event, action));
    },
  }));
}

/** Matches `build:created`, `build:*`, or `build` for all actions. */
function matches(pattern: string, event: WebhookEvent, action: WebhookAction): boolean {
  return matchGlob(pattern.includes(':') ? pattern : `${pattern}:*`, `${event}:${action}`);
}
