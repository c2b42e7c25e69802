import { mkdtemp, rm } from 'node:fs/promises';
import { arch, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Build, Line } from '@millrace/contract/api';
import { createLogger } from '@millrace/node-kit/logger';
import { skipIf } from '@millrace/test-support/skip-if';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  extensionsProgram,
  type GoExtensions,
  startGoExtensions,
} from '../testing/go-extensions.ts';
import { createWorkTree, password } from '../testing/test-server.ts';
import { readConfig } from './config/config.ts';
import { type Server, startServer } from './server.ts';

const pipeline = `kind: pipeline
type: exec
name: own
platform: { arch: ${arch() === 'x64' ? 'amd64' : arch()} }
steps: [{ name: greet, commands: [echo own] }]
`;

describe(
  'real extensions (MILLRACE_TEST_EXTENSIONS)',
  skipIf(!extensionsProgram && 'MILLRACE_TEST_EXTENSIONS is not set'),
  () => {
    let extensions: GoExtensions;
    let server: Server;
    let tempDir: string;
    let cookie: string;

    beforeAll(async () => {
      extensions = await startGoExtensions();
      tempDir = await mkdtemp(join(tmpdir(), 'millrace-extensions-'));
      const config = readConfig({
        ...extensions.env,
        MILLRACE_DATA: join(tempDir, 'data'),
        MILLRACE_PORT: '0',
        MILLRACE_SEED: 'none',
        MILLRACE_ADMIN_PASSWORD: password,
      });
      server = await startServer(config, createLogger('silent'));
      const answer = await logIn('admin');
      cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    });
    afterAll(async () => {
      await server.stop();
      await extensions.stop();
      await rm(tempDir, { recursive: true, force: true });
    });

    const logIn = (username: string, given = password) =>
      fetch(`${server.url}/login`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ username, password: given }),
      });
    const get = async <Answer>(path: string): Promise<Answer> => {
      const answer = await fetch(server.url + path, { headers: { cookie } });
      return JSON.parse(await answer.text());
    };
    const createUser = async (login: string) => {
      const response = await fetch(`${server.url}/api/users`, {
        method: 'POST',
        headers: { cookie, origin: server.url, 'content-type': 'application/json' },
        body: JSON.stringify({ login }),
      });
      return { status: response.status, body: JSON.parse(await response.text()) };
    };

    /** Pushes to a new repository, and returns its build once it has finished or waits. */
    async function push(name: string): Promise<Build | undefined> {
      const work = await createWorkTree({ url: server.url, tempDir }, 'admin', `admin/${name}`);
      await work.commit({ '.drone.yml': pipeline });
      await work.git('push', '--quiet', 'origin', 'main');
      const isOpen = ({ status, stages = [] }: Build) =>
        ['pending', 'running'].includes(status) &&
        stages.every((stage) => stage.status !== 'blocked');
      return await vi.waitFor(
        async () => {
          const [build] = await get<Build[]>(`/api/repos/admin/${name}/builds`);
          if (!build) return undefined;
          const full = await get<Build>(`/api/repos/admin/${name}/builds/1`);
          expect(isOpen(full)).toBe(false);
          return full;
        },
        { timeout: 30_000, interval: 100 },
      );
    }

    const logOf = async (name: string, step: number): Promise<string> => {
      const lines = await get<Line[]>(`/api/repos/admin/${name}/builds/1/logs/1/${step}`);
      return lines.map(({ out }) => out).join('');
    };

    it('runs a file of the configuration extension, converted, with variables and a secret', async () => {
      const build = await push('central-config');
      expect(build).toMatchObject({ status: 'success', stages: [{ name: 'central' }] });
      expect(build?.stages?.[0]?.steps?.map(({ name }) => name)).toEqual(['clone', 'welcome']);
      expect(await logOf('central-config', 2)).toContain('hello central-config for ******');
    });

    it('obeys the validation extension', async () => {
      expect(await push('to-skip')).toBeUndefined();
      expect((await push('to-block'))?.stages?.[0]?.status).toBe('blocked');
      const rejected = await push('is-wrong');
      expect(rejected?.status).toBe('error');
      expect(rejected?.error).toMatch(
        /^The validation extension .* rejected the pipeline file: no step may say is-wrong$/,
      );
    });

    it('obeys the admission extension', async () => {
      expect(await createUser('mallory')).toEqual({
        status: 403,
        body: { message: 'mallory may not register', code: 'forbidden' },
      });
      const grace = await createUser('grace');
      expect(grace.body).toMatchObject({ login: 'grace', admin: true });
      expect((await logIn('grace', grace.body.password)).headers.get('location')).toBe('/');
    });

    it('sends webhooks', async () => {
      await push('hooked');
      await vi.waitFor(
        () => {
          const events = extensions.webhooks.map(({ event, action }) => `${event}:${action}`);
          expect(events).toEqual(
            expect.arrayContaining([
              'user:created',
              'repo:enabled',
              'build:created',
              'build:updated',
            ]),
          );
          const last = extensions.webhooks.findLast(({ repo }) => repo?.name === 'hooked');
          expect(last?.build?.status).toBe('success');
        },
        { timeout: 20_000 },
      );
    });
  },
);
