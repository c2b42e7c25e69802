import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Build, Line } from '@millrace/contract/api';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readToken } from '../testing/read-token.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { createWorkTree } from '../testing/test-server.ts';

// Packing and installing takes its time on a busy machine.
vi.setConfig({ hookTimeout: 300_000 });
const until = { timeout: 60_000, interval: 50 };

const root = fileURLToPath(new URL('../../..', import.meta.url));
const pack = join(root, 'tools/package/pack.mjs');

let dir: string;
const packed = (...path: string[]) => join(dir, 'millrace', ...path);
const installed = () => join(dir, 'global', 'bin', 'millrace');
const millrace = (node: string, ...args: string[]) =>
  execa(node, [installed(), ...args], { cwd: dir, reject: false });
const nodes = [
  ['the Node of this checkout', process.execPath],
  ['the oldest Node', join(root, 'tools/oldest-node/node_modules/node/bin/node')],
] as const;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'millrace-package-'));
  const { stdout } = await execa(process.execPath, [pack, dir]);
  // It needs no registry: everything is in the file.
  const folderFlags = ['--prefix', join(dir, 'global'), '--cache', join(dir, 'cache')];
  await execa('npm', ['install', '--global', '--offline', ...folderFlags, stdout]);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Packages of a folder `node_modules`, and of those in them. */
function packagesIn(folder: string): { name: string; version: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name === 'package.json' && entry.isFile())
    .filter(({ parentPath }) => /\/node_modules\/(@[^/]+\/)?[^/]+$/.test(parentPath))
    .map(({ parentPath }) => JSON.parse(readFileSync(join(parentPath, 'package.json'), 'utf8')));
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

it('contains a bill of materials with all its packages, in CycloneDX', () => {
  const sbom = JSON.parse(readFileSync(packed('bom.cdx.json'), 'utf8'));
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'millrace' } },
  });
  const listed = new Set(sbom.components.map(({ purl }: { purl: string }) => purl));
  const purlOf = ({ name, version }: { name: string; version: string }) =>
    `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const missing = packagesIn(packed('node_modules'))
    .map(purlOf)
    .filter((purl) => !listed.has(purl));
  expect(missing).toEqual([]);
  // Compiled into the web interface.
  expect([...listed].some((purl) => String(purl).startsWith('pkg:npm/react-dom@'))).toBe(true);
  expect(readdirSync(dir)).toContainEqual(expect.stringMatching(/^millrace-.*\.cdx\.json$/));
});

it('contains everything that runs and its docs, and nothing of this checkout', () => {
  const files = filesIn(packed()).filter((file) => !file.startsWith(packed('node_modules')));
  const isOfCheckout = (file: string) =>
    /\.(ts|tsx|tgz)$|\.test\.|\/testing\//.test(file) ||
    (file.endsWith('.map') && !file.startsWith(packed('program')));
  expect(files.filter(isOfCheckout)).toEqual([]);
  const tellsWhereItWasMade = (file: string) => readFileSync(file).includes(root);
  expect(files.filter(tellsWhereItWasMade)).toEqual([]);
  expect(JSON.parse(readFileSync(packed('package.json'), 'utf8'))).toMatchObject({
    name: 'millrace',
    version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
    license: 'Apache-2.0',
    bin: { millrace: 'bin/millrace.js' },
  });
  for (const name of [
    'LICENSE',
    'packages/scripts/engine/NOTICE',
    'apps/web/LICENSES.md',
    'program/LICENSES.md',
  ]) {
    expect(files).toContain(packed(name));
  }
});

it('names the licences of the packages in its program', () => {
  const licenses = readFileSync(packed('program/LICENSES.md'), 'utf8');
  for (const name of ['fastify', 'kysely', 'zod', '@aws-sdk/client-s3']) {
    expect(licenses).toMatch(new RegExp(`^## ${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'));
  }
  expect(licenses).not.toContain('no licence given');
});

it('installs the versions that the tests used, including transitive ones', () => {
  const tested = new Map<string, Set<string>>();
  const note = (folder: string) => {
    for (const { name, version } of packagesIn(folder)) {
      tested.set(name, (tested.get(name) ?? new Set()).add(version));
    }
  };
  note(join(root, 'node_modules'));
  note(join(root, 'apps/server/node_modules'));
  const modules = join(dir, 'global/lib/node_modules/millrace/node_modules');
  const found = packagesIn(modules);
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter(({ name, version }) => !tested.get(name)?.has(version))).toEqual([]);
  const require = createRequire(join(root, 'apps/server/src/main.ts'));
  const { dependencies } = JSON.parse(readFileSync(packed('package.json'), 'utf8'));
  for (const [name, version] of Object.entries(dependencies)) {
    const folder = require.resolve.paths(name)?.find((path) => existsSync(join(path, name)));
    const read = (folder: string) =>
      JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')).version;
    expect([name, read(modules), version]).toEqual([name, read(String(folder)), version]);
  }
});

it('contains every page that its pages link to', () => {
  const pages = filesIn(packed()).filter((file) => /millrace\/(README|docs\/.+)\.md$/.test(file));
  const links = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = '']) =>
      join(dirname(page), target),
    ),
  );
  expect(links).toContain(packed('docs/pipelines.md'));
  const there = new Set(filesIn(packed()).flatMap((file) => [file, dirname(file)]));
  expect(links.filter((link) => !there.has(link))).toEqual([]);
});

it('contains the files that its docs tell people to copy, and no secrets of a checkout', () => {
  const pages = filesIn(packed()).filter((file) => /millrace\/(README|docs\/.+)\.md$/.test(file));
  const named = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\bdeploy\/[\w./-]*\w/g)].map(([path]) => path),
  );
  const made = new Set(['deploy/.env']);
  expect(named).toContain('deploy/alerts.yml');
  expect(named.filter((path) => !made.has(path) && !existsSync(packed(path)))).toEqual([]);
  expect(existsSync(packed('deploy/.env'))).toBe(false);
});

it.for(nodes)('on %s it serves the UI, builds a push, and exits with 0', async ([, node]) => {
  const server = await startServerProcess({}, installed(), node);
  const page = await (await fetch(server.url)).text();
  const [, script] = /src="(\/static\/[^"]+\.js)"/.exec(page) ?? [];
  expect((await fetch(`${server.url}${script}`)).headers.get('content-type')).toMatch(/javascript/);

  const work = await createWorkTree(server, 'admin', 'admin/app');
  const step =
    'kind: pipeline\ntype: exec\nname: a\nsteps: [{ name: b, commands: [echo "build $DRONE_BUILD_NUMBER"] }]\n';
  // So long a file is read in a thread of its own.
  await work.commit({ '.drone.yml': `${step}# ${'-'.repeat(100_000)}\n` });
  expect((await work.git('push', 'origin', 'main')).stderr).toContain('See the builds');
  const headers = { authorization: `Bearer ${await readToken(server.url)}` };
  const read = async <Answer>(path: string): Promise<Answer> =>
    JSON.parse(await (await fetch(`${server.url}${path}`, { headers })).text());
  const build = '/api/repos/admin/app/builds/1';
  await expect.poll(async () => (await read<Build>(build)).status, until).toBe('success');
  const log = await read<Line[]>(`${build}/logs/1/2`);
  expect(log.map(({ out }) => out)).toContain('build 1\n');
  expect(await server.end('SIGTERM')).toBe(0);
  expect(server.output()).not.toContain('Warning');
});

it.for(nodes)('on %s it runs its other commands', async ([, node]) => {
  const script = join(dir, '.drone.star');
  const steps = '[{ "name": "b", "commands": ["echo " + ctx.build.branch] }]';
  const pipeline = `{ "kind": "pipeline", "type": "exec", "name": "a", "steps": ${steps} }`;
  writeFileSync(script, `def main(ctx):\n  return ${pipeline}\n`);
  const converted = await millrace(node, 'convert', script);
  expect(converted).toMatchObject({ exitCode: 0, stderr: '' });
  expect(converted.stdout).toContain('- echo main');
  writeFileSync(join(dir, '.drone.yml'), converted.stdout);
  expect(await millrace(node, 'lint', '.drone.yml')).toMatchObject({ exitCode: 0, stderr: '' });
  expect((await millrace(node, 'plan', '.drone.yml')).stdout).toContain('runs  a (exec');
  expect((await millrace(node, '--version')).stdout).toMatch(/^\d+\.\d+\.\d+$/);
  expect((await millrace(node, 'runner')).stderr).toContain('MILLRACE_SERVER must be the address');
});

it.for(nodes)('on %s it names sources in stack traces', async ([, node]) => {
  const version = packed('packages/node-kit/package.json');
  const content = readFileSync(version, 'utf8');
  writeFileSync(version, 'damaged');
  const { stderr } = await execa(node, [packed('bin/millrace.js'), '--version'], { reject: false });
  writeFileSync(version, content);
  expect(stderr).toMatch(/millrace\/packages\/node-kit\/src\/version\.ts:\d+:/);
});

it.each(['18.20.0', '22.15.1', '23.11.0'])('rejects Node %s with one sentence', async (version) => {
  const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`];
  const old = await execa(process.execPath, [...args, packed('bin/millrace.js')], {
    reject: false,
  });
  expect([old.exitCode, old.stderr]).toEqual([
    1,
    `Millrace needs Node 24 or newer, or 22.16 at least; this is ${version}.`,
  ]);
});
