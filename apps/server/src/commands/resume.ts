import { readArgs } from '@millrace/cli/command-line/read-args';
import { say } from '@millrace/cli/command-line/say';
import { clearFlags } from '../cluster/server-flags.ts';
import { configFromEnv } from '../config/config.ts';
import { openDataDir } from '../config/data-dir.ts';
import { openDatabase } from '../db/database.ts';

const usage = `Usage:
  millrace resume   starts the work of a server whose data were restored or imported; it may be running`;

/** `millrace resume` */
export async function resume(args: readonly string[]): Promise<number> {
  readArgs(args, 0, {}, usage);
  const config = configFromEnv();
  const dirs = await openDataDir(config);
  const db = await openDatabase(config.database.url ?? dirs.database);
  try {
    const wasHeld = await clearFlags(db, 'work-held');
    say(wasHeld ? 'Done: a running server starts its work in a few seconds.' : 'No work waits.');
  } finally {
    await db.destroy();
  }
  return 0;
}
