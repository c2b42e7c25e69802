// External programs that some tests use. A variable names the program; otherwise it is built from its Go
// modules.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { installPackages, isRoot, root, say } from './setup.mjs';

const programs = [
  {
    variable: 'MILLRACE_TEST_S3',
    folder: 'versitygw',
    module: 'github.com/versity/versitygw',
    version: 'v1.8.0',
    command: 'github.com/versity/versitygw/cmd/versitygw',
    subject: 'a real server of S3',
    duration: 'a minute',
  },
  {
    variable: 'MILLRACE_TEST_PEBBLE',
    folder: 'pebble',
    module: 'github.com/letsencrypt/pebble/v2',
    version: 'v2.10.1',
    command: 'github.com/letsencrypt/pebble/v2/cmd/pebble',
    subject: 'a real certificate authority',
    duration: 'seconds',
  },
  {
    variable: 'MILLRACE_TEST_OASDIFF',
    folder: 'oasdiff',
    module: 'github.com/oasdiff/oasdiff',
    version: 'v1.37.0',
    command: 'github.com/oasdiff/oasdiff',
    subject: 'the comparison of two versions of the API',
    duration: 'a minute',
    isDeep: true,
  },
  {
    variable: 'MILLRACE_TEST_DRONE_CLI',
    folder: 'drone-cli',
    module: 'github.com/drone/drone-cli',
    version: 'v1.8.0',
    command: 'github.com/drone/drone-cli/drone',
    subject: 'the command line client',
    duration: 'a minute',
    isDeep: true,
  },
  {
    variable: 'MILLRACE_TEST_DRONE_RUNNER_EXEC',
    folder: 'drone-runner-exec',
    module: 'github.com/drone-runners/drone-runner-exec',
    version: 'v1.0.0-beta.10',
    command: 'github.com/drone-runners/drone-runner-exec',
    subject: 'the exec runner of existing servers',
    duration: 'a minute',
    isDeep: true,
  },
  {
    variable: 'MILLRACE_TEST_EXTENSIONS',
    folder: 'extensions',
    module: 'github.com/drone/drone-go',
    version: 'v1.7.1',
    // The folder has a program of its own.
    command: '.',
    subject: 'extensions on the library of existing servers',
    duration: 'seconds',
    isDeep: true,
  },
  {
    variable: 'MILLRACE_TEST_GITEA',
    folder: 'gitea',
    module: 'code.gitea.io/gitea',
    version: 'v1.26.0',
    command: 'code.gitea.io/gitea',
    tags: 'sqlite,sqlite_unlock_notify',
    // Gitea reads its templates from its sources, because they are not embedded.
    linked: (sources) => `-X code.gitea.io/gitea/modules/setting.StaticRootPath=${sources}`,
    subject: 'a real Gitea',
    duration: 'about ten minutes',
    isDeep: true,
  },
  {
    variable: 'MILLRACE_TEST_KUBERNETES',
    folder: 'kubernetes',
    module: 'k8s.io/kubernetes',
    version: 'v1.37.2',
    // The folder has a program of its own: the control plane, and a machine for it.
    command: '.',
    subject: 'a real API server of Kubernetes',
    duration: 'about twenty minutes',
    isDeep: true,
  },
  {
    variable: 'MILLRACE_TEST_HELM',
    folder: 'helm',
    module: 'helm.sh/helm/v3',
    version: 'v3.16.4',
    command: 'helm.sh/helm/v3/cmd/helm',
    subject: 'a real Helm',
    duration: 'about three minutes',
    isDeep: true,
  },
  {
    variable: 'MILLRACE_TEST_KUSTOMIZE',
    folder: 'kustomize',
    module: 'sigs.k8s.io/kustomize/kustomize/v5',
    version: 'v5.8.2',
    command: 'sigs.k8s.io/kustomize/kustomize/v5',
    subject: 'the linter kustomize',
    duration: 'a minute',
    isDeep: true,
  },
  {
    variable: 'MILLRACE_TEST_KUBECTL_VALIDATE',
    folder: 'kubectl-validate',
    module: 'sigs.k8s.io/kubectl-validate',
    version: 'v0.0.4',
    command: 'sigs.k8s.io/kubectl-validate',
    subject: 'the linter kubectl-validate',
    duration: 'a few minutes',
    isDeep: true,
  },
];
/** A distribution of a Java program, from Maven Central. */
const keycloak = {
  variable: 'MILLRACE_TEST_KEYCLOAK',
  folder: 'keycloak-26.5.6',
  artifact: 'org.keycloak:keycloak-quarkus-dist:26.5.6:zip',
  isDeep: true,
};
const copyGoal = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';
/** Programs from Debian's packages. */
const packages = [
  {
    path: '/usr/bin/promtool',
    names: ['prometheus'],
    subject: 'a real Prometheus',
    isDeep: true,
  },
  {
    path: '/usr/sbin/slapd',
    names: ['slapd', 'ldap-utils', 'openssl'],
    subject: 'a real LDAP server',
  },
  {
    path: '/usr/sbin/exim4',
    names: ['exim4-daemon-light', 'openssl'],
    subject: 'a real mail server',
  },
  {
    path: '/usr/sbin/nginx',
    names: ['nginx-light', 'openssl'],
    subject: 'a real nginx',
  },
  {
    path: '/usr/sbin/haproxy',
    names: ['haproxy', 'openssl'],
    subject: 'a real HAProxy',
  },
  {
    path: '/usr/sbin/mariadbd',
    names: ['mariadb-server'],
    subject: 'a real MariaDB',
    isDeep: true,
  },
  {
    path: '/usr/bin/firefox-esr',
    names: ['firefox-esr'],
    subject: 'Firefox',
    isDeep: true,
  },
  {
    path: '/usr/bin/WebKitWebDriver',
    names: ['webkit2gtk-driver'],
    subject: 'WebKitGTK',
    isDeep: true,
  },
  {
    path: '/usr/bin/gjs',
    names: ['gjs', 'gir1.2-webkit2-4.1'],
    subject: 'JavaScript for WebKitGTK',
    isDeep: true,
  },
  {
    path: '/usr/bin/Xvfb',
    names: ['xvfb'],
    subject: 'a display for WebKitGTK',
    isDeep: true,
  },
];
const cache = join(root, 'node_modules', '.cache', 'millrace-test-programs');
const maxBuildMs = 30 * 60_000;

/**
 * Returns the variables that name the programs, for the environment of the tests. Never fails: tests whose
 * program is unavailable are skipped. Programs of the deep run are built only for the deep run. Of the others,
 * only those that are needed are built.
 */
export async function ensureTestPrograms(isDeep, isNeeded = () => true) {
  const variables = {};
  const isWanted = (program) => (isDeep || !program.isDeep) && isNeeded(program);
  for (const program of programs) {
    const { variable } = program;
    if (process.env[variable]) variables[variable] = process.env[variable];
    else if (isWanted(program)) Object.assign(variables, await buildProgram(program));
  }
  const { variable } = keycloak;
  if (process.env[variable]) variables[variable] = process.env[variable];
  else if (isWanted(keycloak)) Object.assign(variables, await downloadKeycloak());
  return variables;
}

/** Downloads Keycloak with Maven, which has its own settings of where artifacts come from. */
async function downloadKeycloak() {
  const { variable, folder, artifact } = keycloak;
  const unpacked = join(cache, folder);
  if (existsSync(unpacked)) return { [variable]: unpacked };
  say('Downloading a real Keycloak for the tests (160 MB, once) …');
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'download-'));
  try {
    const options = [`-Dartifact=${artifact}`, `-DoutputDirectory=${draft}`];
    const copied = await run('mvn', draft, ['-q', '-B', copyGoal, ...options]);
    const [, name, version] = artifact.split(':');
    const zip = join(draft, `${name}-${version}.zip`);
    const { error } = copied.error ? copied : await run('jar', draft, ['xf', zip]);
    if (!error) renameSync(join(draft, folder), unpacked);
    else say(`Keycloak is not available, so its tests are skipped: ${error}`);
    return error ? {} : { [variable]: unpacked };
  } finally {
    rmSync(draft, { recursive: true });
  }
}

/** Installs the programs of Debian's packages, as far as that is possible. */
export async function ensureTestPackages(isDeep, isNeeded = () => true) {
  const missing = packages.filter(
    (item) => !existsSync(item.path) && (isDeep || !item.isDeep) && isNeeded(item),
  );
  if (missing.length === 0 || !isRoot() || !existsSync('/usr/bin/apt-get')) return;
  say(`Installing ${missing.map(({ subject }) => subject).join(', ')} for the tests (once) …`);
  await installPackages(missing.flatMap(({ names }) => names));
}

async function buildProgram(program) {
  const { variable, folder, version, command, subject } = program;
  const suffix = command === '.' ? `-${digestOf(join(root, 'tools', 'programs', folder))}` : '';
  const built = join(cache, `${folder}-${version}${suffix}`);
  const reason = existsSync(built) ? '' : await build(program, built);
  if (!reason) return { [variable]: built };
  say(`${folder} cannot be built, so the tests with ${subject} are skipped: ${reason}`);
  return {};
}

/** Returns a digest of the files in a folder, so that a program with sources of its own is built again after a change. */
function digestOf(folder) {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true }).sort()) {
    if (name.endsWith('.go')) hash.update(`${name}\0${readFileSync(join(folder, name))}\0`);
  }
  return hash.digest('hex').slice(0, 12);
}

/**
 * Builds a program; resolves with the reason if the build fails. Go caches downloads and compiled code in its
 * own folders.
 */
async function build({ folder, module, version, command, tags, linked, duration }, built) {
  if (spawnSync('go', ['version']).status !== 0) return 'it needs Go';
  say(`Building ${module} ${version} for the tests (${duration}, once) …`);
  mkdirSync(cache, { recursive: true });
  // Works on a copy, because Go may add a line to the list of modules.
  const draft = mkdtempSync(join(cache, 'build-'));
  cpSync(join(root, 'tools', 'programs', folder), draft, { recursive: true });
  try {
    // The folder of a module has no name before its download.
    const downloaded = linked && (await go(draft, ['mod', 'download', module]));
    if (downloaded?.error) return downloaded.error;
    const sources = linked && (await go(draft, ['list', '-m', '-f', '{{.Dir}}', module]));
    if (sources?.error) return sources.error;
    const flags = `-s -w ${linked?.(sources.output) ?? ''}`.trim();
    const program = join(draft, 'program');
    const args = ['build', '-trimpath', `-ldflags=${flags}`, ...(tags ? [`-tags=${tags}`] : [])];
    const { error } = await go(draft, [...args, '-o', program, command]);
    if (!error) renameSync(program, built);
    return error;
  } finally {
    rmSync(draft, { recursive: true });
  }
}

function go(cwd, args) {
  return run('go', cwd, args, { GOFLAGS: '-mod=mod' });
}

/** Resolves with the output of a command, and with the last line of its errors if it fails. */
function run(command, cwd, args, env = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: maxBuildMs,
  });
  const said = { output: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said.output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said.errors += text;
  });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ error: error.message }));
    child.once('close', (status) => {
      const error = status === 0 ? '' : said.errors.trim().split('\n').at(-1) || 'it was ended';
      resolve({ output: said.output.trim(), error });
    });
  });
}
