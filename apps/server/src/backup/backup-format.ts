import { z } from 'zod/mini';

/** Increases if an older version could not restore the file. */
export const backupFormat = 1;

/** First entry of a backup. */
export const headName = 'backup.json';
/** Last entry of a backup: a file without it is incomplete. */
export const manifestName = 'manifest.json';
/** The database as a SQLite file, also of a server with Postgres. */
export const databaseName = 'database.db';
/** The key, encrypted with a passphrase. */
export const keyName = 'key.json';
export const repositoriesFolder = 'repositories/';
export const objectsFolder = 'objects/';

export const backupHead = z.object({
  format: z.number(),
  /** Version of Millrace that wrote the file. */
  version: z.string(),
  /** Names of the migrations of the database, in order. */
  migrations: z.array(z.string()),
  /** Unix seconds. */
  created: z.number(),
  hasObjects: z.boolean(),
});
export type BackupHead = z.infer<typeof backupHead>;

export const backupManifest = z.object({
  entries: z.array(
    z.object({
      name: z.string(),
      size: z.number(),
      /** Hexadecimal. */
      sha256: z.string(),
    }),
  ),
});
type BackupManifest = z.infer<typeof backupManifest>;
export type BackupEntry = BackupManifest['entries'][number];

/** Returns whether a restore may write an entry under this name: the files of a repository, or an object. */
export function isEntryName(name: string): boolean {
  if (name === databaseName || name === keyName) return true;
  const parts = name.split('/');
  const isBelow =
    (name.startsWith(repositoriesFolder) && parts.length >= 4) ||
    (name.startsWith(objectsFolder) && parts.length === 3);
  return isBelow && !name.includes('\0') && parts.every((part) => !['', '.', '..'].includes(part));
}
