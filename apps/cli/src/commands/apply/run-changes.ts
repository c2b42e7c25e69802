import { AppError } from '@millrace/contract/api-errors';
import { errorMessage } from '@millrace/node-kit/error-message';
import { RefusedCallError } from '../../command-line/call-server.ts';
import { InvalidChange } from './invalid-change.ts';
import { kindHandlers } from './kinds/index.ts';
import { type Change, resourceOf } from './plan-changes.ts';
import type { SecretValues } from './references.ts';
import { isWithin, type Path, type Values } from './resource.ts';

export type Outcome =
  | { change: Change; result: 'done' }
  | { change: Change; result: 'failed'; message: string }
  | { change: Change; result: 'not tried' };

/** Without a valid token, and while the server is read-only, every further call fails as well. */
const finalStatuses: ReadonlySet<number> = new Set([401, 503]);

/**
 * Makes the changes one after the other. A failed change stops those below its path, and a server that does not answer stops
 * all.
 *
 * @param make makes one change
 */
export async function runChanges(
  changes: readonly Change[],
  make: (change: Change) => Promise<unknown>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const failed: Path[] = [];
  let isStopped = false;
  for (const change of changes) {
    const { path } = resourceOf(change);
    if (isStopped || failed.some((ancestor) => isWithin(path, ancestor))) {
      outcomes.push({ change, result: 'not tried' });
      continue;
    }
    try {
      await make(change);
      outcomes.push({ change, result: 'done' });
    } catch (error) {
      failed.push(path);
      isStopped = stopsAll(error);
      outcomes.push({ change, result: 'failed', message: errorMessage(error) });
    }
  }
  return outcomes;
}

/** Makes a change on a server. */
export async function makeChange(
  server: string,
  change: Change,
  secrets: SecretValues = {},
): Promise<void> {
  const handler = kindHandlers[resourceOf(change).kind];
  if (change.action === 'delete' || change.action === 'replace') {
    await handler.delete?.(server, change.current);
  }
  if (change.action === 'create' || change.action === 'replace') {
    await handler.create(server, change.wanted, secrets);
  }
  if (change.action === 'update') {
    const values: Values = Object.fromEntries(
      change.fields.map(({ name, after }) => [name, after]),
    );
    await handler.update(server, change.current, values, secrets);
  }
}

function stopsAll(error: unknown): boolean {
  if (error instanceof RefusedCallError) return finalStatuses.has(error.status);
  return !(error instanceof AppError || error instanceof InvalidChange);
}
