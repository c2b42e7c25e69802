import { existsSync } from 'node:fs';
import type { Build } from '@millrace/contract/api';
import { findDockerHost } from '@millrace/test-support/docker-host';
import { skipIf } from '@millrace/test-support/skip-if';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenSetting, openSetting } from './open-setting.ts';
import { Play } from './play.ts';
import { registryProgram } from './registry.ts';

const pipeline = `kind: pipeline
type: docker
name: default
clone: { disable: true }
steps:
- name: use
  image: "@registry@/private/tools:1"
  pull: always
  commands: [echo from the private image]
`;

const docker = await findDockerHost();
const canRun = typeof docker !== 'string' && existsSync(registryProgram);

/** With a server of its own, because credentials of the server apply to every build. */
describe(
  'credentials of a real registry',
  skipIf(typeof docker === 'string' ? docker : !canRun && 'docker-registry is not available'),
  () => {
    let setting: OpenSetting;
    let play: Play;
    let host: string;
    let login: { username: string | undefined; password: string | undefined };
    beforeAll(async () => {
      setting = await openSetting(docker);
      host = setting.places.registry ?? '';
      const { auths } = JSON.parse(setting.places.docker_config ?? '{}');
      const [username, password] = atob(auths[host].auth).split(':');
      login = { username, password };
      play = await Play.begin(setting, {
        name: 'private-image',
        text: pipeline,
        needsDocker: true,
        givens: [],
        events: [],
      });
    });
    afterAll(() => setting?.close());

    const push = async (): Promise<Build> => {
      const [build] = await play.act('push');
      if (!build) throw new Error('The push started no build');
      return build;
    };
    const errorOf = ({ stages }: Build) => stages?.[0]?.steps?.[0]?.error ?? '';

    it.each([
      ['a repository', '/api/repos/admin/private-image/registries'],
      ['an organization', '/api/registries/admin'],
      ['the server', '/api/system/registries'],
    ])('of %s let runners pull its images', async (_, path) => {
      const { admin } = setting;
      expect(errorOf(await push())).toContain('could not be pulled');
      await admin.call('POST', path, { ...login, address: host, password: 'wrong' });
      expect(errorOf(await push())).toContain('could not be pulled');
      const registry = `${path}/${encodeURIComponent(host)}`;
      await admin.call('PATCH', registry, login);
      expect(await push()).toMatchObject({ status: 'success' });
      await admin.call('DELETE', registry);
    });

    it('are imported from the config.json of docker login', async () => {
      const { admin, places } = setting;
      await admin.call('POST', '/api/system/registries/import', { config: places.docker_config });
      expect(await push()).toMatchObject({ status: 'success' });
      const [registry] = await admin.call<{ last_used: number }[]>('GET', '/api/system/registries');
      expect(registry?.last_used).toBeGreaterThan(0);
    });
  },
);
