import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './system.schema.ts';

export const getVersion = defineCall<typeof schema.getVersion>()('GET', '/version');

export const getHealth = defineCall<typeof schema.getHealth>()('GET', '/healthz');

export const getReadiness = defineCall<typeof schema.getReadiness>()('GET', '/readyz');

export const getOpenApi = defineCall<typeof schema.getOpenApi>()('GET', '/api/openapi.json');

export const getPipelineSchema = defineCall<typeof schema.getPipelineSchema>()(
  'GET',
  '/api/pipeline-schema.json',
);

export const getVarz = defineCall<typeof schema.getVarz>()('GET', '/varz');

export const getMetrics = defineCall<typeof schema.getMetrics>()('GET', '/metrics');

export type SystemStats = z.infer<typeof schema.systemStats>;

export const getSystemStats = defineCall<typeof schema.getSystemStats>()(
  'GET',
  '/api/system/stats',
);
