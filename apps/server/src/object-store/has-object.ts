import { LostObjectError, type ObjectStore } from './object-store.ts';

/** Returns whether the store has an object of this size. An empty object is not looked for, because it has no content. */
export async function hasObject(
  store: ObjectStore,
  { key, size }: { key: string; size: number },
): Promise<boolean> {
  if (size === 0) return true;
  try {
    await store.get(key, size - 1, size);
    return true;
  } catch (error) {
    if (error instanceof LostObjectError) return false;
    throw error;
  }
}
