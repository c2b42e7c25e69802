import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reader } from '@millrace/build-rules';
import type { ForgeEvent, ForgePush, ForgeSender } from '../forge.ts';

type SpooledPush = Pick<ForgeEvent, 'delivery'> & {
  sender: Pick<ForgeSender, 'login' | 'reader'>;
  pushes: ForgePush[];
};

/** Line of the hook for a push that requests no builds. */
const skipLine = 'option ci.skip';

const noCommit = /^0+$/;

/** Passes each push that the hook of a repository recorded to `take`, then deletes it from the spool. */
export async function processPushes(
  repository: string,
  runExclusively: (job: () => Promise<void>) => Promise<void>,
  take: (push: SpooledPush) => Promise<void>,
): Promise<void> {
  const spool = join(repository, 'millrace-pushes');
  if ((await listSpooled(spool)).length === 0) return;
  await runExclusively(async () => {
    for (const name of await listSpooled(spool)) {
      const file = join(spool, name);
      await take({ delivery: name, ...parsePush(await readFile(file, 'utf8')) });
      await rm(file, { force: true });
    }
  });
}

/** Returns the account that pushes, as the hook records it. */
export function writePusher(login: string, reader: Reader | null): string {
  return reader ? `${login} ${reader}` : login;
}

/** Lists the files in the order of the pushes. */
async function listSpooled(spool: string): Promise<string[]> {
  const names = await readdir(spool).catch(() => []);
  return names.filter((entry) => entry.endsWith('.push')).sort();
}

/**
 * Parses a recorded push: the sender's login and reader on the first line, then `before after ref` for each ref, as git
 * passes them to hooks, and options of the push.
 */
function parsePush(text: string): Omit<SpooledPush, 'delivery'> {
  const [pusher = '', ...lines] = text.split('\n');
  const [, login = '', reader = ''] = /^(\S*) ?(.*)$/.exec(pusher) ?? [];
  const sender = { login, ...(reader ? { reader } : {}) };
  const options = lines.includes(skipLine) ? { isSkipped: true } : {};
  const pushes = lines.flatMap((line) => {
    const [before, after, ref] = line.split(' ');
    if (!before || !after || !ref) return [];
    return {
      kind: 'push' as const,
      ref,
      before,
      after: noCommit.test(after) ? '' : after,
      ...options,
    };
  });
  return { sender, pushes };
}
