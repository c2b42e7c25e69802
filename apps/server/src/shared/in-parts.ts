import { TimeSlice } from '@millrace/node-kit/time-slice';

/**
 * Reads a long list in parts, and yields to the event loop in between: SQLite answers on the main thread, so that one
 * statement for all of them would block every other call.
 */
export async function inParts<Item, Result>(
  items: readonly Item[],
  size: number,
  read: (part: Item[]) => Promise<Iterable<Result>>,
): Promise<Result[]> {
  const slice = new TimeSlice();
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += size) {
    if (slice.isOver()) await slice.next();
    for (const result of await read(items.slice(at, at + size))) results.push(result);
  }
  return results;
}
