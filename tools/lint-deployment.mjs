// Runs linters on Dockerfile and deploy/. With `--deep`, it runs those of the deep run instead.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findLinter } from './linters.mjs';
import { root, say } from './setup.mjs';

const kustomizations = ['server', 'runner-kube', 'runner-docker'];
const settings = {
  MILLRACE_HOSTNAME: 'ci.example.com',
  MILLRACE_ADMIN_PASSWORD: 'x',
  MILLRACE_RPC_SECRET: 'x',
  MILLRACE_SECRET_KEY: 'x',
};

let failed = false;
const missing = new Set();
if (process.argv.includes('--deep')) {
  for (const name of kustomizations) {
    const built = await lint('kustomize', ['build', `deploy/kubernetes/${name}`]);
    if (built) await withFile('built.yaml', built, lintObjects);
  }
  await lintObjects('deploy/kubernetes/secret.example.yaml');
  await lintChart();
} else {
  const caddyfile = ['--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'];
  await lint('hadolint', ['Dockerfile']);
  await lint('caddy', ['validate', ...caddyfile]);
  const [, example = ''] = /```caddyfile\n(.*?)```/s.exec(readText('docs/configuration.md')) ?? [];
  await withFile('Caddyfile', example, (file) =>
    lint('caddy', ['validate', '--config', file, '--adapter', 'caddyfile']),
  );
  await lint('promtool', ['check', 'rules', 'deploy/alerts.yml']);
  await lint('promtool', ['test', 'rules', 'tools/alerts.test.yml']);
  for (const unit of ['millrace.service', 'millrace-runner.service'])
    await lint('systemd-analyze', ['verify', '--man=no', `deploy/${unit}`]);
}
process.exit(failed ? 1 : 0);

/** Checks the chart with its defaults, and with everything that can be turned on. */
async function lintChart() {
  const chart = 'deploy/helm/millrace';
  const everything = [
    'server.replicas=2',
    'database.kind=postgres',
    'server.runnerCapacity=1',
    'runner.enabled=true',
    'runner.labels.gpu=yes',
    'kubernetesRunner.enabled=true',
  ].flatMap((value) => ['--set', value]);
  for (const values of [[], everything]) {
    await lint('helm', ['lint', '--strict', chart, ...values]);
    const rendered = await lint('helm', ['template', 'millrace', chart, ...values]);
    if (rendered) await withFile('rendered.yaml', rendered, lintObjects);
  }
}

/** Runs a linter that includes the Kubernetes schemas. */
function lintObjects(file) {
  return lint('kubectl-validate', [file]);
}

/** Returns the output of the linter. Reports a linter that is not available once. */
async function lint(name, args) {
  const { path, reason } = await findLinter(name);
  if (!path) {
    if (!missing.has(name)) reportMissing(`linter ${name}: ${reason}`);
    missing.add(name);
    return undefined;
  }
  const env = { ...process.env, ...settings };
  const run = spawnSync(path, args, { cwd: root, encoding: 'utf8', env });
  if (run.status !== 0) {
    failed = true;
    say(`${[name, ...args].join(' ')}\n${run.stdout ?? ''}${run.stderr ?? run.error?.message}`);
  }
  return run.stdout;
}

function readText(path) {
  return readFileSync(join(root, path), 'utf8');
}

/** Prints a note, which `npm test` repeats in its last lines. */
function reportMissing(note) {
  say(`skipped: ${note}`);
  if (process.env.MILLRACE_TEST_NOTES) appendFileSync(process.env.MILLRACE_TEST_NOTES, `${note}\n`);
}

async function withFile(name, text, use) {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-lint-'));
  const file = join(folder, name);
  writeFileSync(file, text);
  await use(file);
  rmSync(folder, { recursive: true });
}
