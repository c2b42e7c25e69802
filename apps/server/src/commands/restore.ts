import { restoreBackup } from '../backup/restore-backup.ts';
import { configFromEnv } from '../config/config.ts';
import { openDataDir } from '../config/data-dir.ts';
import { lockDataDir } from '../config/data-lock.ts';
import { openObjects, readPassphrase } from './backup.ts';
import { readArgs } from './read-args.ts';
import { say } from './say.ts';

const usage = `Usage:
  millrace restore FILE [--force] [--with-key]   restores a backup; the server must be stopped

  --force      replaces existing data
  --with-key   restores the key too; its passphrase is read from standard input`;

/** `millrace restore FILE` */
export async function restore(args: readonly string[]): Promise<number> {
  const options = { force: { type: 'boolean' }, 'with-key': { type: 'boolean' } } as const;
  const { words, values } = readArgs(args, 1, options, usage);
  const [file = ''] = words;
  const config = configFromEnv();
  const dirs = await openDataDir(config);
  const lock = lockDataDir(config.dataDir);
  try {
    const head = await restoreBackup({
      ...{ file, config, dirs, isForced: values.force === true },
      readPassphrase: values['with-key'] ? readPassphrase : null,
      openObjects: () => openObjects(config, dirs),
    });
    const created = new Date(head.created * 1000).toISOString();
    say(`Done: the backup of ${created}, written by Millrace ${head.version}, is restored.`);
    if (!values['with-key']) {
      say(
        'The server needs the key of that installation: MILLRACE_SECRET_KEY, or the file secret.key.',
      );
    }
  } finally {
    lock.release();
  }
  return 0;
}
