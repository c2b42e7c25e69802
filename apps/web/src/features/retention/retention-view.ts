import type { RetentionBody, RetentionPreview, RetentionState } from '@millrace/contract/api';
import {
  type RetainedData,
  type RetentionName,
  retainedData,
  retentionNames,
} from '@millrace/contract/retention';

/** Form values. Empty means the limit of the server. */
export type RetentionForm = Record<RetentionName, string>;

type Stored = Pick<RetentionState, 'own' | 'server'>;

export function formOf({ own }: Pick<RetentionState, 'own'>): RetentionForm {
  const shown = (name: RetentionName) => String(own[name] ?? '');
  return {
    build_days: shown('build_days'),
    build_count: shown('build_count'),
    log_days: shown('log_days'),
    log_count: shown('log_count'),
    artifact_days: shown('artifact_days'),
    artifact_count: shown('artifact_count'),
    test_days: shown('test_days'),
    test_count: shown('test_count'),
  };
}

/** Returns the limits of edited fields. Null restores the limit of the server. */
export function bodyOf(changes: Partial<RetentionForm>): RetentionBody {
  return Object.fromEntries(
    Object.entries(changes).map(([name, typed]) => [name, typed === '' ? null : Number(typed)]),
  );
}

export function queryOf(form: RetentionForm): Partial<RetentionForm> {
  return Object.fromEntries(
    retentionNames.flatMap((name) => (form[name] ? [[name, form[name]]] : [])),
  );
}

/** Returns whether a limit retains more than another one. 0 retains everything. */
function exceeds(limit: number, other: number): boolean {
  return other !== 0 && (limit === 0 || limit > other);
}

/** Returns whether a system admin has set a stored limit beyond that of the server. */
export function isBeyond({ own, server }: Stored, name: RetentionName): boolean {
  const value = own[name] ?? null;
  return value !== null && exceeds(value, server[name] ?? 0);
}

/**
 * Returns the maximum that the viewer may not exceed with this value; undefined if the value is allowed. A limit
 * that a system admin has set may be kept.
 */
export function exceededLimit(
  state: Stored,
  name: RetentionName,
  typed: string,
  isSystemAdmin: boolean,
): number | undefined {
  if (typed === '' || isSystemAdmin) return undefined;
  const server = state.server[name] ?? 0;
  const limit = isBeyond(state, name) ? (state.own[name] ?? server) : server;
  return exceeds(Number(typed), limit) ? limit : undefined;
}

/** Returns the kinds of data that would be deleted. */
export function lossesOf(preview: RetentionPreview): RetainedData[] {
  return retainedData.filter((data) => preview[data].builds > 0);
}

const none = { builds: 0, bytes: 0 };

export const noLosses: RetentionPreview = { build: none, log: none, artifact: none, test: none };

/** Adds the losses of two pages of a preview. */
export function addLosses(one: RetentionPreview, other: RetentionPreview): RetentionPreview {
  const sum = (data: RetainedData) => ({
    builds: one[data].builds + other[data].builds,
    bytes: one[data].bytes + other[data].bytes,
  });
  return {
    build: sum('build'),
    log: sum('log'),
    artifact: sum('artifact'),
    test: sum('test'),
    unreadable: (one.unreadable ?? 0) + (other.unreadable ?? 0),
  };
}
