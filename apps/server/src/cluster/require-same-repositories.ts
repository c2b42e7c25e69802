import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '@millrace/node-kit/start-error';
import type { Database } from '../db/database.ts';

const name = 'repositories';

/**
 * Checks that all servers of an installation use the same folder of git repositories. The first server writes
 * a marker file into the folder; the others require it.
 * @throws StartError if the marker is missing or different
 */
export async function requireSameRepositories(db: Database, folder: string): Promise<void> {
  const file = join(folder, 'installation.id');
  const known = await db
    .selectFrom('server_state')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  let mark = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (!known && !mark) {
    mark = randomBytes(8).toString('hex');
    // The folder is marked first: if the server crashes before the next line, it finds its own marker at its
    // next start.
    await writeFile(file, `${mark}\n`);
  }
  if (!known) await db.insertInto('server_state').values({ name, value: mark }).execute();
  else if (!mark) {
    throw new StartError(
      `${file} is missing. It marks the folder of the git repositories that belong to this database: mount that folder, or name it in MILLRACE_REPOSITORIES. If the file alone is lost and these are the right repositories, write it again: echo ${known.value} > ${file}`,
    );
  } else if (known.value !== mark) {
    throw new StartError(
      `The git repositories of this installation are not in ${folder}. All servers need the same folder: mount it on each server, and set MILLRACE_REPOSITORIES to its path.`,
    );
  }
}
