import type { Build, Cron, Repo } from '@millrace/contract/api';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeDroneCli } from '../testing/drone-cli.ts';
import { runnerApiOf, startNextStage } from '../testing/fake-work.ts';
import { createWorkTree } from '../testing/test-server.ts';

describeDroneCli('the client of existing servers, about repositories and builds', (cli) => {
  const { drone, rows, get } = cli;

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
    ])('drone repo update %s changes only that setting', async (flags, change) => {
      const before = await repo();
      expect(await drone(`repo update ${flags} root/mill`)).toEqual({
        code: 0,
        text: 'Successfully updated repository root/mill',
      });
      const after = await repo();
      const { version, updated } = after;
      expect(after).toEqual({ ...before, ...change, version, updated });
    });

    it('drone repo update --throttle 0 removes the limit', async () => {
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
      const work = await createWorkTree(cli.setting.server, 'root', 'root/mill');
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
      ['build queue', /root\/mill#24 [\s\S]*root\/mill#1 /],
      ['build queue-v2', /root\/mill#1 [\s\S]*Stage Name: first\n[\s\S]*Stage Limit Repo: 0/],
      ['build stop root/mill 24', 'Stopping build root/mill#24'],
    );

    it('receives the parameters of its calls', async () => {
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
      const api = runnerApiOf(cli.setting.server);
      const { step } = await startNextStage(api);
      await api.appendLogs({
        params: { step: step.id },
        body: [{ pos: 0, out: 'hello\n', time: 0 }],
      });
      await api.updateStep({ params: { step: step.id }, body: { ...step, status: 'success' } });
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
      ['cron add root/mill nightly @daily', /already exists/, 1],
      ['cron add root/mill wrong at_noon', /Invalid Cronjob Expression/, 1],
      ['cron ls root/mill', /nightly .*\nExpr: @daily\n/],
      ['cron info root/mill nightly', /nightly .*\nExpr: @daily\n/],
    );

    it('drone cron disable and enable change only that setting', async () => {
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
});
