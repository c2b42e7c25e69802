// Runs the linters installed on this machine on Dockerfile and deploy/.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, say } from './setup.mjs';

const kustomizations = ['server', 'runner-kube', 'runner-docker'];
const settings = {
  MILLRACE_HOSTNAME: 'ci.example.com',
  MILLRACE_ADMIN_PASSWORD: 'x',
  MILLRACE_RPC_SECRET: 'x',
  MILLRACE_SECRET_KEY: 'x',
  POSTGRES_PASSWORD: 'x',
  DOCKER_GROUP: '1',
};

let failed = false;
const caddyfile = ['--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'];
lint('hadolint', ['Dockerfile']);
lint('caddy', ['validate', ...caddyfile]);
lint('promtool', ['check', 'rules', 'deploy/alerts.yml']);
lint('docker', ['compose', '--file', 'deploy/compose.yml', 'config', '--quiet']);
for (const unit of ['millrace.service', 'millrace-runner.service']) {
  lint('systemd-analyze', ['verify', '--man=no', `deploy/${unit}`]);
}
for (const name of kustomizations) {
  const built = lint('kustomize', ['build', `deploy/kubernetes/${name}`]);
  if (built) withFile('built.yaml', built, lintObjects);
}
lintObjects('deploy/kubernetes/secret.example.yaml');
lintChart();
process.exit(failed ? 1 : 0);

/** Checks the chart with its defaults, and with everything that can be turned on. */
function lintChart() {
  const chart = 'deploy/helm/millrace';
  const everything = [
    ...['server.replicas=2', 'database.kind=postgres', 'server.runnerCapacity=1'],
    ...['runner.enabled=true', 'runner.labels.gpu=yes', 'kubernetesRunner.enabled=true'],
  ].flatMap((value) => ['--set', value]);
  for (const values of [[], everything]) {
    if (lint('helm', ['lint', '--strict', chart, ...values]) === undefined) return;
    const rendered = lint('helm', ['template', 'millrace', chart, ...values]);
    if (rendered) withFile('rendered.yaml', rendered, lintObjects);
  }
}

/** Runs a linter that includes the Kubernetes schemas. */
function lintObjects(file) {
  lint('kubectl-validate', [file]);
}

/** Returns the output of the linter; undefined if it is not installed. */
function lint(name, args) {
  const env = { ...process.env, ...settings };
  const run = spawnSync(name, args, { cwd: root, encoding: 'utf8', env });
  // Docker without the Compose plugin treats the following words as its own.
  if (run.error || /^unknown flag: --file/.test(run.stderr)) {
    say(`${[name, ...args].join(' ')}: skipped, not installed`);
    return undefined;
  }
  if (run.status !== 0) {
    failed = true;
    say(`${[name, ...args].join(' ')}\n${run.stdout}${run.stderr}`);
  }
  return run.stdout;
}

function withFile(name, text, use) {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-lint-'));
  const file = join(folder, name);
  writeFileSync(file, text);
  use(file);
  rmSync(folder, { recursive: true });
}
