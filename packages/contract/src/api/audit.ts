import type { z } from 'zod/mini';
import type * as schema from './audit.schema.ts';
import { defineCall } from './endpoint.ts';

/** Maximum number of events in one response as JSON. */
export const maxAuditPage = 200;

export type AuditEvent = z.infer<typeof schema.auditEvent>;

export type AuditQuery = z.infer<typeof schema.serverFilter>;

export const listAuditEvents = defineCall<typeof schema.listAuditEvents>()('GET', '/api/audit');

export const listRepoAuditEvents = defineCall<typeof schema.listRepoAuditEvents>()(
  'GET',
  '/api/repos/:namespace/:name/audit',
);
