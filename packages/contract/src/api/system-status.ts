import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './system-status.schema.ts';

export type Health = z.infer<typeof schema.health>;

export type SystemStatus = z.infer<typeof schema.systemStatus>;

export const getSystemStatus = defineCall<typeof schema.getSystemStatus>()(
  'GET',
  '/api/system/status',
);

export type Setting = z.infer<typeof schema.setting>;

export const listSettings = defineCall<typeof schema.listSettings>()('GET', '/api/system/settings');
