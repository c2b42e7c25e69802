import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Build } from '@millrace/contract/api';
import { findDockerHost } from '@millrace/test-support/docker-host';
import { machineEnv, program } from '@millrace/test-support/program';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenSetting, openSetting } from './open-setting.ts';
import { Play } from './play.ts';

let setting: OpenSetting;
let token: string;
beforeAll(async () => {
  setting = await openSetting(await findDockerHost());
  token = await setting.millrace.readToken();
});
afterAll(() => setting?.close());

const platform = process.arch === 'arm64' ? 'platform: { arch: arm64 }\n' : '';

/** The first step makes what the second one checks: a program, a link, an output, a deletion, and an order of times. */
const makes = [
  'echo ran',
  'mkdir -p out/deep',
  "printf '#!/bin/sh\\necho built\\n' > out/deep/tool",
  'chmod 750 out/deep/tool',
  'ln -s deep/tool out/link',
  'echo touched > out/state',
  'rm README.md',
  'echo more >> .drone.yml',
  'echo VERSION=7 >> $DRONE_OUTPUT',
];
const checks = [
  './out/link',
  'test -x out/deep/tool',
  'test ! -e README.md',
  'tail -n 1 .drone.yml',
  'test out/deep/tool -nt source',
  'echo changed > out/state',
  'exit $VERSION',
];

const textOf = (key: string, check = checks) => `kind: pipeline
type: exec
name: default
${platform}${key}steps:
  - { name: make, commands: ${JSON.stringify(makes)} }
  - { name: work, commands: ${JSON.stringify(check)} }
`;

async function failAndReplay(name: string, text: string) {
  const scenario = { name, text, needsDocker: false, givens: [], events: [] };
  const play = await Play.begin(setting, scenario);
  await play.tree.commit({ source: 'text\n' }, 'Add the source');
  const [build] = await play.act('push');
  if (!build) throw new Error('no build');
  const step = build.stages?.[0]?.steps?.find((each) => each.name === 'work');
  expect(step).toMatchObject({ status: 'failure', exit_code: 7 });
  const log = await setting.admin.log(play.slug, build.number, 1, step?.number ?? 0);
  return { play, build, log, replayed: await replay(play, build) };
}

async function replay(play: Play, { number }: Build) {
  const dir = await mkdtemp(join(setting.millrace.dir, 'replay-'));
  const temporary = await mkdtemp(join(setting.millrace.dir, 'tmp-'));
  await execa('git', ['clone', '--quiet', play.tree.dir, '.'], { cwd: dir });
  const args = ['exec', '--build', String(number), '--repo', play.slug];
  const { exitCode, all } = await execa(process.execPath, [program, ...args], {
    cwd: dir,
    all: true,
    reject: false,
    extendEnv: false,
    env: {
      ...machineEnv,
      MILLRACE_SERVER: setting.millrace.url,
      MILLRACE_TOKEN: token,
      TMPDIR: temporary,
      XDG_CACHE_HOME: join(setting.millrace.dir, 'cache'),
    },
  });
  expect(await readdir(temporary)).toEqual([]);
  return { exitCode, all };
}

it('restores the files that earlier steps left, instead of running these steps', async () => {
  const { log, replayed } = await failAndReplay('files', textOf('replay_files: true\n'));
  expect(log).toMatch(/\[millrace\] Files of earlier steps stored for a replay: 3, \d+ bytes/);
  expect(replayed.all).toContain('Earlier steps do not run: the 3 files');
  expect(replayed.all).toContain('missing, or as in the commit: out/state');
  expect(replayed.all).toContain('work | built\n');
  expect(replayed.all).toContain('work | more\n');
  expect(replayed.all).not.toContain('make |');
  expect(replayed.all).toContain('The step ended with exit code 7, as in the build.');
});

it('runs the earlier steps if no files are stored', async () => {
  const { log, replayed } = await failAndReplay('no-files', textOf(''));
  expect(log).not.toContain('for a replay');
  expect(replayed.all).toContain('run first (No files are stored for this step)');
  expect(replayed.all).toContain('make | ran\n');
  expect(replayed.all).toContain('The step ended with exit code 7, as in the build.');
});

it('does not list the archive among the artifacts of the build', async () => {
  const { play, build } = await failAndReplay('no-artifact', textOf('replay_files: true\n'));
  expect(build.artifacts).toBeUndefined();
  const path = `/api/repos/${play.slug}/builds/${build.number}`;
  const call = (rest: string, headers = {}) =>
    fetch(`${setting.millrace.url}${path}${rest}`, { headers });
  const headers = { authorization: `Bearer ${token}` };
  expect(await (await call('/artifacts', headers)).json()).toEqual([]);
  expect((await call('/artifacts/1/3//replay-files', headers)).status).toBe(404);
  expect((await call('/replay/1/3', headers)).status).toBe(200);
  expect((await call('/replay/1/3')).status).toBe(401);
});

it('restores the cache that the step found in the build, also if another one is newer', async () => {
  const cache = 'cache: { key: \'a-{{ checksum "lock" }}\', restore_keys: [a-], paths: [deps] }';
  const text = `kind: pipeline
type: exec
name: default
${platform}steps:
  - name: work
    ${cache}
    commands: ['cat deps/* || true', 'mkdir -p deps', 'cp lock deps/lock', 'exit $(cat code)']
`;
  const scenario = { name: 'caches', text, needsDocker: false, givens: [], events: [] };
  const play = await Play.begin(setting, scenario);
  const push = async (lock: string, code: string) => {
    await play.tree.commit({ lock: `${lock}\n`, code }, 'Change');
    return (await play.act('push'))[0];
  };
  await push('first', '0');
  const failed = await push('second', '7');
  await push('third', '0');
  if (!failed) throw new Error('no build');
  const { all } = await replay(play, failed);
  expect(all).toMatch(/Cache a-\w+ of the build was fetched from the server: \d+ bytes/);
  expect(all).toMatch(/Cache a-\w+ not found; a-\w+ restored from branch\/main/);
  expect(all).toContain('work | first\n');
  const again = await replay(play, failed);
  expect(again.all).not.toContain('fetched from the server');
  expect(again.all).toContain('work | first\n');
});
