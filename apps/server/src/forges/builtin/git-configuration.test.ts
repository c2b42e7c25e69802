import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  createWorkTree,
  gitEnvironment,
  pushSampleRepo,
  startTestServer,
} from '../../../testing/test-server.ts';

it('runs no program named in the git configuration of the account', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  await server.addUser('ada');
  const repo = await pushSampleRepo(server, 'ada');
  await server.core.repos.update(repo.id, { visibility: 'public' });
  const home = join(server.tempDir, 'home');
  const marks = join(server.tempDir, 'marks');
  for (const path of [join(home, '.config/git'), marks, join(home, 'hooks')])
    await mkdir(path, { recursive: true });
  const attack = join(home, 'hooks/attack');
  await writeFile(attack, `#!/bin/sh\ntouch ${marks}/$$\nexit 1\n`, { mode: 0o755 });
  for (const hook of ['pre-receive', 'update', 'post-receive', 'reference-transaction'])
    await writeFile(join(home, 'hooks', hook), `#!/bin/sh\n${attack}\n`, { mode: 0o755 });
  const configuration = `
[core]
  hooksPath = ${home}/hooks
  fsmonitor = ${attack}
  alternateRefsCommand = ${attack}
[uploadpack]
  packObjectsHook = ${attack}
[receive]
  procReceiveRefs = refs
[include]
  path = ${home}/more
`;
  for (const path of ['.gitconfig', '.config/git/config', 'more'])
    await writeFile(join(home, path), configuration);
  vi.stubEnv('HOME', home);
  vi.stubEnv('XDG_CONFIG_HOME', join(home, '.config'));
  vi.stubEnv('GIT_CONFIG_SYSTEM', join(home, '.gitconfig'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });

  const tree = await createWorkTree(server, 'ada', 'ada/project');
  await tree.git('fetch', '--quiet', 'origin', 'main');
  await tree.git('reset', '--quiet', '--hard', 'FETCH_HEAD');
  await tree.commit({ 'more.txt': 'more' });
  await tree.git('push', '--quiet', 'origin', 'HEAD:main');
  await execa('git', ['clone', '--quiet', `${server.url}/git/ada/project.git`, 'clone'], {
    cwd: server.tempDir,
    env: gitEnvironment(server),
  });
  expect(await readdir(marks)).toEqual([]);
});
