// Asks the linters that this machine has about Dockerfile and deploy/.
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
process.exit(failed ? 1 : 0);

/** Knows the schemas of Kubernetes by itself. */
function lintObjects(file) {
  lint('kubectl-validate', [file]);
}

/** What the linter prints; undefined where it is not here. */
function lint(name, args) {
  const env = { ...process.env, ...settings };
  const run = spawnSync(name, args, { cwd: root, encoding: 'utf8', env });
  // Docker without its part for Compose takes the words after that for its own.
  if (run.error || /^unknown flag: --file/.test(run.stderr)) {
    say(`${[name, ...args].join(' ')}: not asked, as it is not here`);
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
