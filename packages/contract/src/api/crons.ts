import type { z } from 'zod/mini';
import type * as schema from './crons.schema.ts';
import { defineCall } from './endpoint.ts';

export type Cron = z.infer<typeof schema.cron>;

const path = '/api/repos/:namespace/:name/cron';

export type NewCron = z.infer<typeof schema.newCron>;

export type CronChange = z.infer<typeof schema.cronChange>;

export const listCrons = defineCall<typeof schema.listCrons>()('GET', path);

export const createCron = defineCall<typeof schema.createCron>()('POST', path);

export const getCron = defineCall<typeof schema.getCron>()('GET', `${path}/:cron`);

export const previewCron = defineCall<typeof schema.previewCron>()(
  'GET',
  '/api/repos/:namespace/:name/cron-times',
);

export const runCron = defineCall<typeof schema.runCron>()('POST', `${path}/:cron`);

export const updateCron = defineCall<typeof schema.updateCron>()('PATCH', `${path}/:cron`);

export const deleteCron = defineCall<typeof schema.deleteCron>()('DELETE', `${path}/:cron`);
