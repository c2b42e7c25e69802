import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '@millrace/node-kit/start-error';
import type { Database } from '../db/database.ts';

const name = 'repositories';

/**
 * The servers of an installation have to see the same git repositories: the first one marks their folder,
 * and others start only where they find the mark. Throws {@link StartError} elsewhere.
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
    // First the folder: a server that dies in between finds its own mark there.
    await writeFile(file, `${mark}\n`);
  }
  if (!known) await db.insertInto('server_state').values({ name, value: mark }).execute();
  else if (!mark) {
    throw new StartError(
      `${file} is missing. It marks the folder of the git repositories that belong to this database: mount that folder, or name it in MILLRACE_REPOSITORIES. If the file alone is lost and these are the right repositories, write it again: echo ${known.value} > ${file}`,
    );
  } else if (known.value !== mark) {
    throw new StartError(
      `The git repositories of this installation are not those in ${folder}. All its servers need the same folder: mount it on each, and name it in MILLRACE_REPOSITORIES.`,
    );
  }
}
