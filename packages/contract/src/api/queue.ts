import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './queue.schema.ts';

export const listQueue = defineCall<typeof schema.listQueue>()('GET', '/api/queue');

export const resumeQueue = defineCall<typeof schema.resumeQueue>()('POST', '/api/queue');

export const pauseQueue = defineCall<typeof schema.pauseQueue>()('DELETE', '/api/queue');

/** Maximum number of stages in one response. */
export const maxQueuePage = 1000;

export type QueuedStage = z.infer<typeof schema.queuedStage>;

export type QueuePage = z.infer<typeof schema.queuePage>;

export const readQueue = defineCall<typeof schema.readQueue>()('GET', '/api/system/queue');

export type QueueDemand = z.infer<typeof schema.queueDemand>;

export const readQueueDemand = defineCall<typeof schema.readQueueDemand>()(
  'GET',
  '/api/system/queue/demand',
);
