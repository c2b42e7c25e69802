import { errorMessage } from '@millrace/node-kit/error-message';
import { StartError } from '@millrace/node-kit/start-error';
import { hasObject } from '../object-store/has-object.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import { deleteCaches, listObjects, type ReferencedObject } from './referenced-objects.ts';

/** Calls to the object store at the same time. */
const maxCalls = 16;

/** Objects that the restored database needs, and that the object store does not have. */
export interface MissingObjects {
  logs: number;
  artifacts: number;
}

/**
 * Reads the end of every object that a snapshot of the database references. Deletes caches from the snapshot whose
 * objects are missing.
 */
export async function checkObjects(snapshot: string, store: ObjectStore): Promise<MissingObjects> {
  const remaining = listObjects(snapshot, ['log', 'artifact', 'cache']).values();
  const missing: ReferencedObject[] = [];
  const check = async () => {
    for (const object of remaining) if (!(await hasObject(store, object))) missing.push(object);
  };
  try {
    await Promise.all(Array.from({ length: maxCalls }, check));
  } catch (error) {
    throw new StartError(`The object store cannot be read: ${errorMessage(error)}`);
  }
  const of = (kind: ReferencedObject['kind']) => missing.filter((object) => object.kind === kind);
  const caches = of('cache');
  deleteCaches(
    snapshot,
    caches.map(({ key }) => key),
  );
  return { logs: of('log').length, artifacts: of('artifact').length };
}
