import { expect, it } from 'vitest';
import { freeMemory } from './free-memory.ts';

it('collects unreferenced objects', () => {
  let held: { name: string } | undefined = { name: 'held' };
  const reference = new WeakRef(held);
  held = undefined;
  return new Promise<void>((resolve) => {
    setImmediate(() => {
      freeMemory();
      expect(reference.deref()).toBeUndefined();
      resolve();
    });
  });
});
