import { readArgs } from '@millrace/cli/command-line/read-args';
import { say } from '@millrace/cli/command-line/say';
import type { MissingObjects } from '../backup/check-objects.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { configFromEnv } from '../config/config.ts';
import { openDataDir } from '../config/data-dir.ts';
import { lockDataDir } from '../config/data-lock.ts';
import { openObjects, readPassphrase } from './backup.ts';
import { workWaits } from './work-waits.ts';

const usage = `Usage:
  millrace restore FILE [--force] [--with-key] [--resume]   restores a backup; the server must be stopped

  --force      replaces existing data
  --with-key   restores the key too; its passphrase is read from standard input
  --resume     lets the server work at once; otherwise builds, cron jobs and outgoing work wait`;

/** Exit code if the data are restored, but objects are missing. */
const incomplete = 2;

/** `millrace restore FILE` */
export async function restore(args: readonly string[]): Promise<number> {
  const options = {
    force: { type: 'boolean' },
    'with-key': { type: 'boolean' },
    resume: { type: 'boolean' },
  } as const;
  const { words, values } = readArgs(args, 1, options, usage);
  const [file = ''] = words;
  const config = configFromEnv();
  const dirs = await openDataDir(config);
  const lock = lockDataDir(config.dataDir);
  try {
    const { head, missing } = await restoreBackup({
      file,
      config,
      dirs,
      isForced: values.force === true,
      resumes: values.resume === true,
      readPassphrase: values['with-key'] ? readPassphrase : null,
      openObjects: () => openObjects(config, dirs),
    });
    const created = new Date(head.created * 1000).toISOString();
    say(`The backup of ${created}, written by Millrace ${head.version}, is restored.`);
    if (!values['with-key']) {
      say(
        'The server needs the key of that installation: MILLRACE_SECRET_KEY, or the file secret.key.',
      );
    }
    if (!values.resume) say(workWaits);
    return describeMissing(missing, config.logStore?.url ?? dirs.artifacts);
  } finally {
    lock.release();
  }
}

/** Says which objects the store lacks. Returns the exit code. */
function describeMissing({ logs, artifacts }: MissingObjects, storeName: string): number {
  const parts = [
    logs > 0 ? `${logs} ${logs === 1 ? 'log' : 'logs'}` : '',
    artifacts > 0 ? `${artifacts} ${artifacts === 1 ? 'artifact' : 'artifacts'}` : '',
  ].filter((part) => part !== '');
  if (parts.length === 0) {
    say('Done: every log and artifact can be read.');
    return 0;
  }
  say(
    `Incomplete: ${parts.join(' and ')} are not in ${storeName}. Copy them there from the original.`,
  );
  return incomplete;
}
