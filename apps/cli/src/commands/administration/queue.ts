import {
  pauseQueue,
  type QueuedStage,
  type QueuePage,
  readQueue,
  resumeQueue,
} from '@millrace/contract/api';
import { StartError } from '@millrace/node-kit/start-error';
import { callServer } from '../../command-line/call-server.ts';
import { formatTable } from '../../command-line/format-table.ts';
import { usageOf } from '../../command-line/help-text.ts';
import { readArgs } from '../../command-line/read-args.ts';
import { readServer } from '../../command-line/read-server.ts';
import { say } from '../../command-line/say.ts';
import { queueHelp } from './help.ts';

const options = {
  server: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

type Waiting = NonNullable<QueuedStage['waiting']>;

/** Short texts for the reasons of waiting stages. The pages of the server have the details. */
const reasons: Readonly<Record<Waiting['reason'], string>> = {
  approval: 'waits for an approval',
  manual: 'waits to be started',
  dependencies: 'waits for other stages',
  paused: 'the queue is paused',
  limit: 'its concurrency limit is reached',
  throttle: 'the limit of its repository is reached',
  owner_limit: 'the limit of its owner is reached',
  no_runner: 'no connected runner accepts it',
  runners_paused: 'the matching runners are paused',
  runners_protected: 'the matching runners take only protected branches',
  busy: 'the matching runners are busy',
  cluster: 'the cluster makes it wait',
};

/** `millrace queue`: lists, pauses and resumes the queue. */
export async function queue(args: readonly string[]): Promise<number> {
  const usage = usageOf(queueHelp);
  const { words, values } = readArgs(args, [1, 2], options, usage);
  const [action, q] = words;
  const server = readServer(values.server);
  if (action === 'ls') {
    const page = await callServer(server, readQueue, { query: { q } });
    say(values.json ? JSON.stringify(page) : formatQueue(page));
    return 0;
  }
  if (q !== undefined) throw new StartError(usage);
  if (action === 'pause') {
    await callServer(server, pauseQueue, {});
    say('The queue is paused. Running stages continue.');
    return 0;
  }
  if (action !== 'resume') throw new StartError(usage);
  await callServer(server, resumeQueue, {});
  say('The queue is running.');
  return 0;
}

function formatQueue({ paused, running, waiting, matching, stages }: QueuePage): string {
  const lines = stages.map(({ repo, build, name, machine, waiting: why }) => [
    `${repo} #${build}`,
    name,
    machine || (why ? reasons[why.reason] : 'a runner is about to accept it'),
  ]);
  const rest = matching - stages.length;
  const summary = `${running} running, ${waiting} waiting.${paused ? ' The queue is paused.' : ''}`;
  return [
    ...(lines.length > 0 ? [formatTable(lines)] : []),
    ...(rest > 0 ? [`and ${rest} more`] : []),
    summary,
  ].join('\n');
}
