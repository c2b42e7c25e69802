import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { skipIf } from '@millrace/test-support/skip-if';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { serverOfFile } from '../testing/server-of-file.ts';
import { bearer, pushSampleRepo } from '../testing/test-server.ts';

/** A Terraform or OpenTofu, and the folder of a `terraform-provider-drone`. */
const { MILLRACE_TEST_TERRAFORM = '', MILLRACE_TEST_TERRAFORM_PROVIDER = '' } = process.env;

const server = await serverOfFile();

const settings = `terraform {
  required_providers {
    drone = { source = "mavimo/drone" }
  }
}
provider "drone" {}
resource "drone_repo" "app" {
  repository     = "root/app"
  visibility     = "internal"
  timeout        = 90
  protected      = true
  cancel_running = true
}
resource "drone_cron" "nightly" {
  repository = drone_repo.app.repository
  name       = "nightly"
  expr       = "@daily"
  event      = "push"
  branch     = "main"
}
resource "drone_secret" "npm" {
  repository            = drone_repo.app.repository
  name                  = "npm"
  value                 = "hunter2"
  allow_on_pull_request = true
}
resource "drone_orgsecret" "shared" {
  namespace = "root"
  name      = "shared"
  value     = "hunter3"
}
resource "drone_template" "build" {
  namespace = "root"
  name      = "build.yaml"
  data      = "kind: pipeline\\nname: build\\n"
}
resource "drone_user" "bot" {
  login   = "bot"
  active  = true
  admin   = false
  machine = true
}
data "drone_repo" "app" {
  repository = drone_repo.app.repository
}
data "drone_cron" "nightly" {
  repository = drone_repo.app.repository
  name       = drone_cron.nightly.name
}
data "drone_crons" "all" {
  repository = drone_repo.app.repository
}
data "drone_repos" "all" {}
data "drone_template" "build" {
  namespace = "root"
  name      = drone_template.build.name
}
data "drone_templates" "all" {
  namespace = "root"
}
data "drone_user" "bot" {
  login = drone_user.bot.login
}
data "drone_users" "all" {}
data "drone_user_self" "me" {}
`;

it(
  'runs an existing Terraform provider',
  skipIf(
    !(MILLRACE_TEST_TERRAFORM && MILLRACE_TEST_TERRAFORM_PROVIDER) &&
      'MILLRACE_TEST_TERRAFORM and MILLRACE_TEST_TERRAFORM_PROVIDER are not set',
  ),
  async () => {
    const root = await server.addUser('root', { admin: true });
    await pushSampleRepo(server, 'root', 'app');
    const folder = await mkdtemp(join(server.tempDir, 'terraform-'));
    await writeFile(
      join(folder, 'terraform.rc'),
      `provider_installation {
  dev_overrides { "mavimo/drone" = "${MILLRACE_TEST_TERRAFORM_PROVIDER}" }
}
`,
    );
    await writeFile(join(folder, 'main.tf'), settings);
    const run = (...args: string[]) =>
      execa(MILLRACE_TEST_TERRAFORM, args, {
        cwd: folder,
        all: true,
        reject: false,
        env: {
          TF_CLI_CONFIG_FILE: join(folder, 'terraform.rc'),
          DRONE_SERVER: server.url,
          DRONE_TOKEN: root.token,
        },
      });
    const read = async (url: string) =>
      JSON.parse((await server.app.inject({ url, headers: bearer(root) })).body);

    const applied = await run('apply', '-auto-approve', '-no-color');
    expect(applied.all).toContain('Apply complete! Resources: 6 added');
    expect(await read('/api/repos/root/app')).toMatchObject({
      active: true,
      visibility: 'internal',
      timeout: 90,
      protected: true,
      auto_cancel_running: true,
    });
    expect(await read('/api/repos/root/app/cron')).toMatchObject([{ name: 'nightly' }]);
    expect(await read('/api/users/bot')).toMatchObject({ machine: true });
    expect((await run('plan', '-detailed-exitcode', '-no-color')).all).toContain('No changes');

    await writeFile(
      join(folder, 'main.tf'),
      settings.replace('= 90', '= 30').replace('@daily', '@weekly').replace('hunter2', 'hunter4'),
    );
    const changed = await run('apply', '-auto-approve', '-no-color');
    expect(changed.all).toContain('Resources: 1 added, 2 changed, 1 destroyed');
    expect(await read('/api/repos/root/app')).toMatchObject({ timeout: 30 });
    await run('state', 'rm', 'drone_secret.npm');
    const imported = await run('import', '-no-color', 'drone_secret.npm', 'root/app/npm');
    expect(imported.all).toContain('Import successful!');
    const destroyed = await run('destroy', '-auto-approve', '-no-color');
    expect(destroyed.all).toContain('Resources: 6 destroyed');
    expect(await read('/api/repos/root/app/secrets')).toEqual([]);
  },
);
