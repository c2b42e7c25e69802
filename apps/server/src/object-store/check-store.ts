import { LostObjectError, type ObjectStore } from './object-store.ts';

/** Key of an object that is never written: reading it shows whether the store responds. */
const missingKey = 'tried/missing.txt';

/** Throws if the store does not respond, or refuses to. */
export async function checkStore(store: ObjectStore): Promise<void> {
  try {
    await store.get(missingKey, 0, 1);
  } catch (error) {
    if (!(error instanceof LostObjectError)) throw error;
  }
}
