import type { Endpoint } from '@millrace/contract/api';
import type { FastifyRequest } from 'fastify';
import type { AuditEntry, AuditValue } from '../audit/audit-log.ts';
import type { Viewer } from '../domain/user.ts';

/** An authorized call with its validated input. */
interface AuditedCall {
  params: Record<string, string | number>;
  query: unknown;
  body: unknown;
  request: FastifyRequest;
  viewer?: Viewer | null;
  repo?: { id: number; slug: string };
}

/** Describes a call for the audit log. Null if calls of this endpoint are not recorded. */
export function describeCall(
  { audit }: Pick<Endpoint, 'audit'>,
  call: AuditedCall,
): AuditEntry | null {
  if (!audit || audit === 'none') return null;
  const { params, query, body, request, viewer, repo } = call;
  const { namespace, name, ...object } = params;
  const path = repo ? Object.values(object) : Object.values({ namespace, name, ...object });
  return {
    action: audit.action,
    actor: viewer ?? null,
    credential: viewer?.credential ?? 'none',
    token: viewer?.tokenLimits?.name,
    address: request.ip,
    repo,
    target: path.filter((part) => part !== undefined).join('/'),
    details: pickFields({ ...asRecord(query), ...asRecord(body) }, audit.fields ?? []),
  };
}

function pickFields(
  input: Record<string, unknown>,
  fields: readonly string[] | 'all',
): Record<string, AuditValue> {
  const picked = Object.entries(input)
    .filter(([name]) => fields === 'all' || fields.includes(name))
    .map(([name, value]): [string, unknown] => [name, isTextList(value) ? value.join(', ') : value])
    .filter((field): field is [string, AuditValue] => isAuditValue(field[1]));
  return Object.fromEntries(picked);
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isAuditValue(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
