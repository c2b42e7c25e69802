import { getBuildAnswer, getLatestBuild } from '@millrace/contract/api';
import { StartError } from '@millrace/node-kit/start-error';
import { callServer, RefusedCallError } from '../command-line/call-server.ts';
import { readArgs } from '../command-line/read-args.ts';
import { readServer } from '../command-line/read-server.ts';
import { readSlug } from '../command-line/read-slug.ts';
import { say } from '../command-line/say.ts';
import { readWorkingTree } from './exec/working-tree.ts';
import { formatAnswer } from './why/format-answer.ts';

const usage = 'Usage: millrace why [BUILD] [--repo NAME] [--server URL] [--json]';

/** `millrace why [BUILD]`: prints why a build of a server failed. */
export async function why(args: readonly string[]): Promise<number> {
  const { words, values } = readArgs(
    args,
    [0, 1],
    { repo: { type: 'string' }, server: { type: 'string' }, json: { type: 'boolean' } },
    usage,
  );
  const server = readServer(values.server);
  const repo = await readSlug(values.repo);
  const build = words[0] === undefined ? await findLatest(server, repo) : readNumber(words[0]);
  const answer = await callServer(server, getBuildAnswer, { params: { ...repo, build } });
  say(values.json ? JSON.stringify(answer) : formatAnswer(answer, Date.now() / 1000));
  return 0;
}

function readNumber(text: string): number {
  if (/^#?[1-9]\d{0,9}$/.test(text)) return Number(text.replace('#', ''));
  throw new StartError(`BUILD must be the number of a build, not "${text}".\n${usage}`);
}

/** Returns the number of the build that is the state of the checked-out branch. */
async function findLatest(
  server: string,
  repo: { namespace: string; name: string },
): Promise<number> {
  const { branch } = await readWorkingTree(process.cwd());
  const query = { ...(branch ? { branch } : {}), state: 'true' as const };
  try {
    return (await callServer(server, getLatestBuild, { params: repo, query })).number;
  } catch (error) {
    if (!(error instanceof RefusedCallError && error.status === 404)) throw error;
    const slug = `${repo.namespace}/${repo.name}`;
    throw new StartError(`${error.message}. Is there a build of ${branch} in ${slug}?`);
  }
}
