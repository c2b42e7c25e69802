import { readdir } from 'node:fs/promises';
import { findDockerHost, testImage } from '@millrace/test-support/docker-host';
import { program } from '@millrace/test-support/program';
import { skipIf } from '@millrace/test-support/skip-if';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ExecTree, execPipeline } from '../../testing/exec-tree.ts';

const docker = await findDockerHost();
const hasScript = (await execa('script', ['--version'], { reject: false })).exitCode === 0;

let tree: ExecTree;
beforeEach(async () => {
  tree = await ExecTree.create();
});
afterEach(() => tree.remove());

/** Runs `millrace exec --shell` on a pseudo terminal, and sends keys when the output has their text. */
async function inTerminal(
  dialog: readonly [text: string | RegExp, keys: string][],
  { env = {}, args = [] }: { env?: Record<string, string>; args?: string[] } = {},
) {
  const command = [process.execPath, program, 'exec', '--shell', ...args].join(' ');
  const running = execa('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: tree.dir,
    env: { ...tree.env, SHELL: '/bin/sh', PS1: 'ready> ', ...env },
    reject: false,
  });
  let output = '';
  running.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  let from = 0;
  for (const [text, keys] of dialog) {
    await vi.waitFor(() => expect(output.slice(from)).toMatch(text), 120_000);
    from = output.length;
    running.stdin.write(keys);
  }
  const { exitCode } = await running;
  expect(await readdir(tree.temporary)).toEqual([]);
  return { exitCode, output: output.replaceAll(/\r+\n/g, '\n') };
}

const steps = (...commands: string[]) =>
  `  - { name: before, commands: ['echo kept > file'] }
  - name: work
    environment: { COLOUR: { from_secret: colour } }
    commands: ${JSON.stringify(commands)}
  - { name: after, commands: ['echo later > file'] }
`;

describe(
  'millrace exec --shell',
  skipIf(!hasScript && 'the program script is not installed'),
  () => {
    it('leaves a shell with the files and variables of the failed step, and removes them afterwards', async () => {
      await tree.commit({ '.drone.yml': execPipeline(steps('exit 7')) });
      await tree.write({ '.secrets': 'colour=green\n' });
      const job = `sleep ${700 + process.pid}`;
      const { exitCode, output } = await inTerminal(
        [
          [
            /which ended with exit code 7[\s\S]*[$#>] \S*$/,
            'cat file; echo "<$COLOUR>" $DRONE_COMMIT_BRANCH\n',
          ],
          ['<green> main', 'sleep 1000\n'],
          ['sleep 1000', '\x03'],
          [/[$#>] \S*$/, `${job} &\n`],
          [/[$#>] \S*$/, 'exit 3\n'],
        ],
        { args: ['--secret-file', '.secrets'] },
      );
      expect(output).toContain('A shell of the step work');
      expect(output).toContain('\nkept\n');
      expect(output).toContain('work: failure, exit code 7');
      expect(output).not.toContain('Cancelling');
      expect(exitCode).toBe(1);
      expect((await execa('pgrep', ['-fx', job], { reject: false })).stdout).toBe('');
    });

    it('leaves a shell of the last step after a success, without its time limit', async () => {
      await tree.commit({ '.drone.yml': execPipeline(steps('true'), 'timeout: 2s') });
      const { exitCode, output } = await inTerminal([
        [/the step after[\s\S]*[$#>] \S*$/, 'sleep 3; cat file; exit 5\n'],
      ]);
      expect(output).toContain('\nlater\n');
      expect(output).toContain('status success');
      expect(exitCode).toBe(0);
    });

    it('needs a terminal', async () => {
      await tree.commit({ '.drone.yml': execPipeline(steps('true')) });
      expect(await tree.exec(['--shell'])).toMatchObject({
        exitCode: 2,
        stdout: '',
        stderr: '--shell needs a terminal for standard input and output.',
      });
    });

    it('leaves a container of the image while the services run', skipIf(docker), async () => {
      if (typeof docker === 'string') return;
      // A name of its own tells the containers of this test from those of others.
      const [repo, tag] = [`millrace.test/shell-${process.pid}`, '1'];
      await docker.getImage(testImage).tag({ repo, tag });
      const image = `${repo}:${tag}`;
      await tree.commit({
        '.drone.yml': `kind: pipeline
type: docker
name: default
volumes: [{ name: shared, temp: {} }]
services:
  - { name: db, image: ${image}, commands: ['while true; do echo pong | nc -l -p 7000; done'] }
steps:
  - { name: before, image: ${image}, commands: ['echo kept > file'] }
  - name: work
    image: ${image}
    environment: { COLOUR: green }
    volumes: [{ name: shared, path: /shared }]
    commands: ['echo volume > /shared/file', 'exit 7']
`,
      });
      const { exitCode, output } = await inTerminal([
        [
          /which ended with exit code 7[\s\S]*[$#>] \S*$/,
          'cat file /shared/file; echo "<$COLOUR>"\n',
        ],
        ['<green>', 'nc db 7000\n'],
        ['pong', 'sleep 1000\n'],
        ['sleep 1000', '\x03'],
        [/[$#>] \S*$/, 'exit 3\n'],
      ]);
      expect(output).toContain('\nkept\nvolume\n');
      expect(output).not.toContain('Cancelling');
      expect(exitCode).toBe(1);
      const containers = await docker.listContainers({ all: true });
      expect(containers.filter(({ Image }) => Image === image)).toEqual([]);
      await docker.getImage(image).remove();
    });
  },
);
