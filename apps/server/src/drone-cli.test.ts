import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Build, Cron, Repo, Secret, Template, User } from '@millrace/contract/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeDroneCli, runDroneCli } from './testing/drone-cli.ts';
import { runnerApiOf, startNextStage } from './testing/fake-work.ts';
import {
  bearer,
  createWorkTree,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from './testing/test-server.ts';

/** A call of the client, what it prints, and its exit code where that is not 0. */
type Row = [command: string, text: string | RegExp, code?: number];

describeDroneCli('the command line client of existing servers', () => {
  let server: TestServer;
  let root: { token: string };
  beforeAll(async () => {
    server = await startTestServer();
    root = await server.addUser('root', { admin: true });
    await pushSampleRepo(server, 'root', 'mill');
    await writeFile(join(server.tempDir, 'library.yaml'), 'kind: pipeline\n');
  });
  afterAll(() => server.stop());

  const drone = (command: string) => runDroneCli(server, root, command.split(' '));
  const get = async <Answer>(path: string): Promise<Answer> =>
    (await server.app.inject({ url: `/api${path}`, headers: bearer(root) })).json();
  /** One after the other: later rows need what earlier ones did. */
  const rows = (...table: Row[]) => {
    it.each(table)('drone %s', async (command, text, code = 0) => {
      const answer = await drone(command);
      const expected = typeof text === 'string' ? text : expect.stringMatching(text);
      expect(answer).toEqual({ code, text: expected });
    });
  };

  describe('repo', () => {
    const repo = () => get<Repo>('/repos/root/mill');
    rows(
      ['info', 'User: root\nEmail: '],
      ['repo ls', 'root/mill'],
      ['repo ls --org other', ''],
      ['repo info root/mill', /^Owner: root\nRepo: mill\nConfig: \.drone\.yml\n/],
      ['repo info root/gone', 'client error 404: {"message":"Not Found"}', 1],
      ['repo sync', 'root/mill'],
      ['repo chown root/mill', 'Successfully assumed ownership of repository root/mill'],
      ['repo repair root/mill', ''],
      ['repo disable root/mill', 'Successfully removed repository root/mill'],
      ['repo ls --active', ''],
      ['build create root/mill', /"This repository is not active"/, 1],
      ['repo enable root/mill', 'Successfully activated repository root/mill'],
    );

    it.each<[string, Partial<Repo>]>([
      ['--trusted', { trusted: true }],
      ['--trusted=false', { trusted: false }],
      ['--protected', { protected: true }],
      ['--protected=false', { protected: false }],
      ['--throttle 3', { throttle: 3 }],
      ['--throttle 5', { throttle: 5 }],
      ['--timeout 2h', { timeout: 120 }],
      ['--timeout 30m', { timeout: 30 }],
      ['--visibility public', { visibility: 'public', private: false }],
      ['--visibility internal', { visibility: 'internal', private: false }],
      ['--visibility private', { visibility: 'private', private: true }],
      ['--ignore-forks', { ignore_forks: true }],
      ['--ignore-forks=false', { ignore_forks: false }],
      ['--ignore-pull-requests', { ignore_pull_requests: true }],
      ['--ignore-pull-requests=false', { ignore_pull_requests: false }],
      ['--auto-cancel-pull-requests', { auto_cancel_pull_requests: true }],
      ['--auto-cancel-running', { auto_cancel_running: true }],
      ['--auto-cancel-running=false', { auto_cancel_running: false }],
      ['--auto-cancel-pull-requests=false', { auto_cancel_pull_requests: false }],
      ['--auto-cancel-pushes', { auto_cancel_pushes: true }],
      ['--auto-cancel-pushes=false', { auto_cancel_pushes: false }],
      ['--config other.yml', { config_path: 'other.yml' }],
      ['--config .drone.yml', { config_path: '.drone.yml' }],
      ['--build-counter 20 --unsafe', { counter: 20 }],
      [
        '--trusted --timeout 45m --ignore-forks',
        { trusted: true, timeout: 45, ignore_forks: true },
      ],
    ])('drone repo update %s changes that and nothing else', async (flags, change) => {
      const before = await repo();
      expect(await drone(`repo update ${flags} root/mill`)).toEqual({
        code: 0,
        text: 'Successfully updated repository root/mill',
      });
      const after = await repo();
      const { version, updated } = after;
      expect(after).toEqual({ ...before, ...change, version, updated });
    });

    it('drone repo update --throttle 0 takes the limit away', async () => {
      expect((await drone('repo update --throttle 0 root/mill')).code).toBe(0);
      expect(await repo()).not.toHaveProperty('throttle');
    });

    rows(
      ['repo update --timeout 0 root/mill', /The timeout is a whole number of minutes/, 1],
      ['repo update --build-counter 0 --unsafe root/mill', /The counter is a whole number/, 1],
    );
  });

  describe('build', () => {
    const statuses = async (number: number) => {
      const { status, stages = [] } = await get<Build>(`/repos/root/mill/builds/${number}`);
      return [status, ...stages.map((stage) => stage.status)];
    };
    const pushProtected = async () => {
      await drone('repo update --protected root/mill');
      const work = await createWorkTree(server, 'root', 'root/mill');
      await work.git('pull', '--quiet', 'origin', 'main');
      await work.commit({}, 'Guarded');
      await work.git('push', '--quiet', 'origin', 'main');
      await drone('repo update --protected=false root/mill');
    };
    rows(
      ['build ls root/mill', /Build #1 .*\nStatus: pending\nEvent: push/],
      ['build ls --event custom root/mill', ''],
      ['build info root/mill 1', /^Number: 1\nStatus: pending\nEvent: push\n/],
      ['build info root/mill 9', /"sql: no rows in result set"/, 1],
      ['build last --branch main root/mill', /^Number: 1\n/],
      [
        'build create --branch main -p CITY=bern root/mill',
        /^Number: 21\nStatus: pending\nEvent: custom/,
      ],
      ['build create --branch gone root/mill', /"There is no branch gone"/, 1],
      ['build restart root/mill 1', /^Number: 22\n/],
      ['build promote root/mill 1 production', /^Number: 23\nStatus: pending\nEvent: promote/],
      ['build rollback root/mill 1 production', ''],
      ['build queue', /root\/mill#1 [\s\S]*root\/mill#24 /],
      ['build queue-v2', /root\/mill#1 [\s\S]*Stage Name: second\n[\s\S]*Stage Limit Repo: 0/],
      ['build stop root/mill 24', 'Stopping build root/mill#24'],
    );

    it('took what the calls say', async () => {
      expect((await get<Build>('/repos/root/mill/builds/21')).params).toEqual({ CITY: 'bern' });
      expect(await get('/repos/root/mill/builds/22')).toMatchObject({ parent: 1 });
      expect(await get('/repos/root/mill/builds/23')).toMatchObject({ deploy_to: 'production' });
      expect(await statuses(24)).toEqual(['killed', 'skipped', 'skipped']);
    });

    it('drone build approve and decline decide each stage', async () => {
      await pushProtected();
      expect(await drone('build approve root/mill 25 1')).toEqual({
        code: 0,
        text: 'Approving build root/mill#25',
      });
      expect(await statuses(25)).toEqual(['pending', 'pending', 'blocked']);
      expect((await drone('build approve root/mill 25 1')).text).toMatch(/Cannot approve/);
      expect((await drone('build decline root/mill 25 2')).code).toBe(0);
      expect(await statuses(25)).toEqual(['pending', 'pending', 'declined']);
      await pushProtected();
      for (const stage of [1, 2]) {
        expect(await drone(`build decline root/mill 26 ${stage}`)).toEqual({
          code: 0,
          text: 'Declining build root/mill#26',
        });
      }
      expect(await statuses(26)).toEqual(['declined', 'declined', 'declined']);
    });
  });

  describe('log', () => {
    beforeAll(async () => {
      const api = runnerApiOf(server);
      const { step } = await startNextStage(api);
      await api.appendLogs(step.id, [{ pos: 0, out: 'hello\n', time: 0 }]);
      await api.updateStep({ ...step, status: 'success' });
    });
    rows(
      ['log view root/mill 1 1 1', 'hello'],
      ['log view root/mill 1 1 9', /"sql: no rows in result set"/, 1],
      ['log purge root/mill 1 1 1', 'Purging logs for build root/mill#1'],
      ['log view root/mill 1 1 1', /"sql: no rows in result set"/, 1],
    );
  });

  describe('cron', () => {
    const cron = () => get<Cron>('/repos/root/mill/cron/nightly');
    rows(
      ['cron add --branch main root/mill nightly @daily', ''],
      ['cron add root/mill nightly @daily', /exists already/, 1],
      ['cron add root/mill wrong at_noon', /Invalid Cronjob Expression/, 1],
      ['cron ls root/mill', /nightly .*\nExpr: @daily\n/],
      ['cron info root/mill nightly', /nightly .*\nExpr: @daily\n/],
    );

    it('drone cron disable and enable change nothing else', async () => {
      const before = await cron();
      for (const [verb, disabled] of [
        ['disable', true],
        ['enable', false],
      ] as const) {
        expect(await drone(`cron ${verb} root/mill nightly`)).toEqual({ code: 0, text: '' });
        const { version, updated, next } = await cron();
        expect(await cron()).toEqual({ ...before, disabled, version, updated, next });
        expect(next > 0).toBe(!disabled);
      }
    });

    rows(
      ['cron exec root/mill nightly', ''],
      ['build ls --event cron root/mill', /Build #27 /],
      // It deletes twice, on every server.
      ['cron rm root/mill nightly', /"Not Found"/, 1],
      ['cron ls root/mill', ''],
    );
  });

  describe('secret', () => {
    const secret = () => get<Secret>('/repos/root/mill/secrets/key');
    rows(
      ['secret add --name key --data one root/mill', ''],
      ['secret add --name key --data one root/mill', /exists already/, 1],
      ['secret add --name a/b --data one root/mill', /Invalid Secret Name/, 1],
      ['secret ls root/mill', /key .*\nPull Request Read: {2}false/],
      ['secret update --name key --data two root/mill', ''],
      ['secret update --name key --allow-pull-request root/mill', ''],
      ['secret info --name key root/mill', /Pull Request Read: {2}true/],
    );
    it('keeps the value that is not given', async () => {
      expect(await secret()).toMatchObject({ pull_request: true, pull_request_push: false });
      const { repos, findStageSecrets } = server.context;
      const repo = await repos.findBySlug('root/mill');
      if (!repo) throw new Error('The repository is gone');
      expect(await findStageSecrets(repo, 'push', '')).toEqual([{ name: 'key', data: 'two' }]);
    });
    rows(
      ['secret rm --name key root/mill', ''],
      ['secret rm --name key root/mill', /"Not Found"/, 1],
      ['encrypt root/mill hunter22', /^[\w+/=-]{20,}$/],
    );
  });

  describe('orgsecret', () => {
    rows(
      ['orgsecret add root key one', ''],
      ['orgsecret ls', /key .*\nOrganization: {7}root\n/],
      ['orgsecret update --allow-pull-request root key two', ''],
      ['orgsecret info root key', /Pull Request Read: {2}true/],
      ['orgsecret rm root key', ''],
      ['orgsecret info root key', /"Not Found"/, 1],
    );
  });

  describe('template', () => {
    rows(
      ['template add --namespace root --name a.yaml --data @library.yaml', ''],
      ['template add --namespace root --name a.exe --data @library.yaml', /must end with/, 1],
      ['template ls root', /a\.yaml .*\nData: {2}kind: pipeline/],
      ['template ls', /a\.yaml .*\nData: {2}kind: pipeline/],
      ['template info --namespace root --name a.yaml', /Data: {2}kind: pipeline/],
    );
    it('drone template update', async () => {
      await writeFile(join(server.tempDir, 'library.yaml'), 'kind: secret\n');
      const command = 'template update --namespace root --name a.yaml --data @library.yaml';
      expect(await drone(command)).toEqual({ code: 0, text: '' });
      expect((await get<Template>('/templates/root/a.yaml')).data).toBe('kind: secret\n');
    });
    rows(
      ['template rm --namespace root --name a.yaml', ''],
      ['template info --namespace root --name a.yaml', /"Not Found"/, 1],
    );
  });

  describe('user', () => {
    const token = '55f24eb3d61ef6ac5e83d550178638dc';
    rows(
      ['user add bob', 'Successfully added user bob'],
      ['user add bob', /The login bob is taken/, 1],
      [
        `user add --machine --token ${token} bot`,
        `Successfully added user bot\nGenerated account token ${token}`,
      ],
      [
        'user add --machine robot',
        /^Successfully added user robot\nGenerated account token \S{32}$/,
      ],
      ['user ls', 'bob\nbot\nrobot\nroot'],
      ['user info bot', /^User: bot\nEmail: \nAdmin: false\nActive: true\nMachine: true/],
    );
    it('drone info, as a machine with the token that was chosen', async () => {
      expect((await runDroneCli(server, { token }, ['info'])).text).toBe('User: bot\nEmail: ');
    });
    it.each<[string, Partial<User>]>([
      ['--admin', { admin: true }],
      ['--admin=false', { admin: false }],
      ['--active=false', { active: false }],
      ['--active', { active: true }],
    ])('drone user update %s changes that and nothing else', async (flag, change) => {
      const before = await get<User>('/users/bot');
      expect(await drone(`user update ${flag} bot`)).toEqual({
        code: 0,
        text: 'Successfully updated user bot',
      });
      const after = await get<User>('/users/bot');
      expect(after).toEqual({ ...before, ...change, updated: after.updated });
    });
    rows(
      ['user block bot', 'Successfully blocked user bot'],
      ['user info bot', /Active: false/],
      ['user rm bot', 'Successfully removed user bot'],
      ['user info bot', /"Not Found"/, 1],
      ['user update --admin=false root', /You cannot take your own admin role/, 1],
    );
  });

  describe('queue', () => {
    rows(['queue ls', /item #\d+ .*\nStatus: pending\n/], ['queue pause', '']);
    it('is paused, and resumed', async () => {
      expect(await server.context.queue.isPaused()).toBe(true);
      expect(await drone('queue resume')).toEqual({ code: 0, text: '' });
      expect(await server.context.queue.isPaused()).toBe(false);
    });
  });
});
