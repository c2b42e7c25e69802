import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ForgeEvent, ForgePush } from '../forge.ts';

type SpooledPush = Pick<ForgeEvent, 'delivery'> & { sender: string; pushes: ForgePush[] };

const noCommit = /^0+$/;

/** Passes each push that the hook of a repository recorded to `take`, then deletes it from the spool. */
export async function processPushes(
  repository: string,
  hold: (job: () => Promise<void>) => Promise<void>,
  take: (push: SpooledPush) => Promise<void>,
): Promise<void> {
  const spool = join(repository, 'millrace-pushes');
  if ((await listSpooled(spool)).length === 0) return;
  await hold(async () => {
    for (const name of await listSpooled(spool)) {
      const file = join(spool, name);
      await take({ delivery: name, ...parsePush(await readFile(file, 'utf8')) });
      await rm(file, { force: true });
    }
  });
}

/** Lists the files in the order of the pushes. */
async function listSpooled(spool: string): Promise<string[]> {
  const names = await readdir(spool).catch(() => []);
  return names.filter((entry) => entry.endsWith('.push')).sort();
}

/**
 * Parses a recorded push: the sender's login on the first line, then `before after ref` for each ref, as git
 * passes them to hooks.
 */
function parsePush(text: string): Omit<SpooledPush, 'delivery'> {
  const [sender = '', ...lines] = text.split('\n');
  const pushes = lines.flatMap((line) => {
    const [before, after, ref] = line.split(' ');
    if (!before || !after || !ref) return [];
    return { kind: 'push' as const, ref, before, after: noCommit.test(after) ? '' : after };
  });
  return { sender, pushes };
}
