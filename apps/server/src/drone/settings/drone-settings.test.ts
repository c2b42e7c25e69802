import { expect, it } from 'vitest';
import { droneSettings } from './drone-settings.ts';
import { explainDroneVariables } from './explain-drone-variables.ts';

it('explains each setting once', () => {
  const names = droneSettings.flatMap(({ names }) => names);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => !/^DRONE_[A-Z0-9_]+$/.test(name))).toEqual([]);
  for (const { names, state, variables, note } of droneSettings) {
    expect(state === 'replaced' ? variables.length > 0 : note, names[0]).toBeTruthy();
  }
});

it('explains variables that are set, without their values', () => {
  const env = {
    DRONE_SERVER_HOST: 'drone.example.com',
    DRONE_RPC_SECRET: 'bea26a2221fd8090',
    DRONE_GOGS_SERVER: 'http://gogs',
    DRONE_LICENSE: 'abc',
    DRONE_S3_BUCKET: '',
    DRONE_BUILD_NUMBER: '7',
  };
  expect(explainDroneVariables(env)).toEqual([
    'DRONE_SERVER_HOST is not read. Set MILLRACE_URL. One URL with the protocol.',
    'DRONE_GOGS_SERVER is not read. Not available. Gogs is not supported. Move its repositories to Gitea or Forgejo, which can import them.',
    'DRONE_RPC_SECRET is not read. Set MILLRACE_RPC_SECRET. The runners of Drone may stay.',
    'DRONE_LICENSE is not read. No setting is needed. Millrace has no licence keys.',
    '3 variables of Drone are left to replace or remove.',
  ]);
});

it('leaves out variables whose replacement is set', () => {
  const drone = {
    DRONE_SERVER_HOST: 'drone.example.com',
    DRONE_GITHUB_CLIENT_ID: 'a',
    DRONE_GITHUB_CLIENT_SECRET: 'b',
  };
  const own = {
    MILLRACE_URL: 'https://ci',
    MILLRACE_FORGE: 'github',
    MILLRACE_FORGE_CLIENT_ID: 'a',
  };
  expect(explainDroneVariables({ ...drone, ...own })).toEqual([
    expect.stringMatching(/^DRONE_GITHUB_CLIENT_SECRET is not read\. Set MILLRACE_FORGE=github, /),
    '1 variable of Drone is left to replace or remove.',
  ]);
  expect(explainDroneVariables({ ...drone, ...own, MILLRACE_FORGE_CLIENT_SECRET: 'b' })).toEqual(
    [],
  );
  const other = { DRONE_GITEA_SERVER: 'http://gitea', MILLRACE_FORGE_URL: 'http://gitea' };
  expect(explainDroneVariables({ ...other, MILLRACE_FORGE: 'github' })).toHaveLength(2);
  expect(explainDroneVariables({ ...other, MILLRACE_FORGE: 'gitea' })).toEqual([]);
});
