import { mountSmallDisk, type SmallDisk } from '../../apps/server/testing/small-disk.ts';
import { type Attack, countOutcomes } from '../support/attack.ts';

const megabytes = 600;
const artifact = `kind: pipeline
type: exec
name: a
clone: { disable: true }
steps:
  - name: huge
    commands: [ "mkdir dist", "truncate -s 900M dist/huge", "for i in $(seq 1 40); do truncate -s 50M dist/$i; done" ]
    artifacts: [ "dist/**" ]
`;
const small = `kind: pipeline
type: exec
name: a
clone: { disable: true }
steps: [ { name: b, commands: [ "sleep 60" ] } ]
`;

const isRoot = process.getuid?.() === 0;
let disk: SmallDisk | null = null;

/** Uploads a sparse file that is larger than the disk, then further files until the disk is full. */
export const fileOfDisk: Attack = {
  name: 'files larger than the disk',
  skipped: isRoot ? undefined : 'needs root, to mount a small disk',
  settings: () => {
    disk = mountSmallDisk(megabytes);
    return {
      MILLRACE_DATA: `${disk?.folder}/data`,
      MILLRACE_DISK_RESERVE_MB: '100',
      MILLRACE_RUNNER_CAPACITY: '4',
    };
  },
  cleanUp: () => disk?.remove(),
  prepare: async (server) => {
    const tree = await server.push('other', small);
    return async () => {
      await server.push('files', artifact);
      const ended = server.untilEnd('files');
      let isDone = false;
      void ended.then(() => {
        isDone = true;
      });
      const outcomes: string[] = [];
      const attempt = async (name: string, work: () => Promise<boolean>) => {
        const isFine = await work().catch(() => false);
        outcomes.push(isFine ? 'fine' : `${name} failed`);
      };
      const builds = '/api/repos/admin/other/builds';
      for (let round = 2; !isDone || round < 6; round++) {
        await attempt('sign-in', async () => (await server.millrace.readToken()) !== '');
        await attempt('push', async () => {
          await tree.commit({ file: String(round) }, 'More');
          return (await tree.push()).exitCode === 0;
        });
        const newest = async () => {
          const [build] = await server.ask<{ number: number; status: string }[]>('GET', builds);
          return build?.number;
        };
        await attempt('build', async () => {
          await server.ask('POST', builds);
          return true;
        });
        await attempt('cancel', async () => {
          await server.ask('DELETE', `${builds}/${await newest()}`);
          return true;
        });
      }
      const { status } = await ended;
      const free = ((await disk?.free()) ?? 0) / 1e6;
      return `calls of others: ${countOutcomes(outcomes)}; build ${status}; ${free.toFixed(0)} MB free`;
    };
  },
};
