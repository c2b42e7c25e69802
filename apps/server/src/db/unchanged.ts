import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tables } from './tables.ts';

/** For about a thousand answers of the usual size. */
const maxBytes = 8 * 1024 * 1024;
/** Approximate size of a row as an object. */
const rowBytes = 1000;

type Kept = { value: unknown };

/** Value that every commit changes; undefined if it is not known. */
type Version = number | string | undefined;
type ReadVersion = () => Version | Promise<Version>;

/** Values that were read since the last commit of any process. */
class ReadValues {
  private readonly readVersion: ReadVersion;
  private version: Version;
  private readonly values = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ value }) => sizeOf(value),
  });

  constructor(readVersion: ReadVersion) {
    this.readVersion = readVersion;
  }

  async get<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
    const answer = this.readVersion();
    // Not waiting keeps the calls on SQLite in one turn of the event loop.
    const version = answer instanceof Promise ? await answer : answer;
    if (version === undefined) return read();
    if (version !== this.version) {
      this.values.clear();
      this.version = version;
    }
    const kept = this.values.get(key);
    if (kept) return kept.value as Value;
    const value = await read();
    // A commit may have happened while it was read.
    if (version === this.version) this.values.set(key, { value: Object.freeze(value) });
    return value;
  }
}

const ofDatabases = new WeakMap<Kysely<Tables>, ReadValues>();

/**
 * Makes `whileUnchanged` keep values of a database.
 *
 * @param readVersion returns what every commit changes, in the order of the calls; undefined if the database does not answer
 */
export function keepWhileUnchanged(db: Kysely<Tables>, readVersion: ReadVersion): void {
  ofDatabases.set(db, new ReadValues(readVersion));
}

/**
 * Returns what `read` returned since the last commit to the database, or calls it. Callers share the value and must not
 * change it. It must depend on nothing but the database and the key. Transactions always read.
 */
export function whileUnchanged<Value>(
  db: Kysely<Tables>,
  key: string,
  read: () => Promise<Value>,
): Promise<Value> {
  return ofDatabases.get(db)?.get(key, read) ?? read();
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return rowBytes + value.length;
  return Array.isArray(value) ? rowBytes * (1 + value.length) : rowBytes;
}
