import { DatabaseSync } from 'node:sqlite';

/** An object of the object store that a row of the database needs. */
export interface ReferencedObject {
  kind: 'log' | 'artifact' | 'cache';
  key: string;
  size: number;
}

const queries: Record<ReferencedObject['kind'], string> = {
  artifact: 'select key, size from artifacts where step_id is not null and due is null',
  log: `select key, (select coalesce(sum(value ->> 3), 0) from json_each(frames)) as size
        from log_objects where step_id is not null and due is null`,
  cache: 'select key, size from cache_objects where repo_id is not null and due is null',
};

/** Lists the objects that a snapshot of the database references. */
export function listObjects(
  snapshot: string,
  kinds: readonly ReferencedObject['kind'][],
): ReferencedObject[] {
  const db = new DatabaseSync(snapshot, { readOnly: true });
  try {
    return kinds.flatMap((kind) =>
      db
        .prepare(queries[kind])
        .all()
        .map(({ key, size }) => ({ kind, key: String(key), size: Number(size) })),
    );
  } finally {
    db.close();
  }
}

/** Deletes caches with these objects. Builds store them again. */
export function deleteCaches(snapshot: string, keys: readonly string[]): void {
  const db = new DatabaseSync(snapshot);
  try {
    const caches = db.prepare(
      'delete from caches where object_id in (select id from cache_objects where key = ?)',
    );
    const objects = db.prepare('delete from cache_objects where key = ?');
    db.exec('begin');
    for (const key of keys) for (const each of [caches, objects]) each.run(key);
    db.exec('commit');
  } finally {
    db.close();
  }
}
