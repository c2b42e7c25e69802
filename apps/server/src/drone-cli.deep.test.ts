import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secret, Template, User } from '@millrace/contract/api';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeDroneCli } from '../testing/drone-cli.ts';
import { queueOf } from '../testing/queue-of.ts';
import { listSecretsFor } from '../testing/secrets-of.ts';

describeDroneCli('the client of existing servers, about all but builds', (cli) => {
  const { drone, rows, get } = cli;

  describe('secret', () => {
    const secret = () => get<Secret>('/repos/root/mill/secrets/key');
    rows(
      ['secret add --name key --data one root/mill', ''],
      ['secret add --name key --data one root/mill', /already exists/, 1],
      ['secret add --name a/b --data one root/mill', /Invalid Secret Name/, 1],
      ['secret ls root/mill', /key .*\nPull Request Read: {2}false/],
      ['secret update --name key --data two root/mill', ''],
      ['secret update --name key --allow-pull-request root/mill', ''],
      ['secret info --name key root/mill', /Pull Request Read: {2}true/],
    );
    it('does not change omitted values', async () => {
      expect(await secret()).toMatchObject({ pull_request: true, pull_request_push: false });
      const { core, features } = cli.setting.server;
      const repo = await core.repos.findBySlug('root/mill');
      if (!repo) throw new Error('The repository is gone');
      expect(await listSecretsFor({ features }, repo, 'push')).toEqual([
        { name: 'key', data: 'two' },
      ]);
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
    const library = (text: string) =>
      writeFile(join(cli.setting.server.tempDir, 'library.yaml'), text);
    beforeAll(() => library('kind: pipeline\n'));
    rows(
      ['template add --namespace root --name a.yaml --data @library.yaml', ''],
      ['template add --namespace root --name a.exe --data @library.yaml', /must end with/, 1],
      ['template ls root', /a\.yaml .*\nData: {2}kind: pipeline/],
      ['template ls', /a\.yaml .*\nData: {2}kind: pipeline/],
      ['template info --namespace root --name a.yaml', /Data: {2}kind: pipeline/],
    );
    it('drone template update', async () => {
      await library('kind: secret\n');
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
    it('drone info, as a machine user with a given token', async () => {
      expect((await drone('info', { token })).text).toBe('User: bot\nEmail: ');
    });
    it.each<[string, Partial<User>]>([
      ['--admin', { admin: true }],
      ['--admin=false', { admin: false }],
      ['--active=false', { active: false }],
      ['--active', { active: true }],
    ])('drone user update %s changes only that setting', async (flag, change) => {
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
      ['user update --admin=false root', /You cannot remove your own admin role or access/, 1],
    );
  });

  describe('queue', () => {
    rows(['queue ls', /item #\d+ .*\nStatus: pending\n/], ['queue pause', '']);
    it('is paused, and resumed', async () => {
      expect(await queueOf(cli.setting.server).isPaused()).toBe(true);
      expect(await drone('queue resume')).toEqual({ code: 0, text: '' });
      expect(await queueOf(cli.setting.server).isPaused()).toBe(false);
    });
  });
});
