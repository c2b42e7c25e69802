// The software bill of materials of the package, in CycloneDX: what is installed for the programs and compiled into the
// web interface. npm lists all packages of this checkout, with those that only tests need.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup.mjs';

/** Workspaces whose code is in the package. */
const workspaces = [
  'apps/server',
  'apps/cli',
  'apps/runner',
  'apps/web',
  'packages/contract',
  'packages/node-kit',
  'packages/build-rules',
  'packages/convert',
  'packages/build-host',
  'packages/pipeline',
  'packages/scripts',
];

/** Returns the bill of materials as JSON. */
export function createSbom() {
  const sbom = listAll();
  const dependsOn = new Map(sbom.dependencies.map(({ ref, dependsOn: refs }) => [ref, refs]));
  const used = new Set();
  const queue = workspaces.flatMap((workspace) => dependenciesOf(workspace, dependsOn));
  for (const ref of queue) {
    if (used.has(ref)) continue;
    used.add(ref);
    queue.push(...(dependsOn.get(ref) ?? []));
  }
  const isOurs = (ref) => ref.startsWith('@millrace/');
  const isListed = ({ 'bom-ref': ref }) => used.has(ref) && !isOurs(ref);
  const { component } = sbom.metadata;
  return `${JSON.stringify(
    {
      ...sbom,
      metadata: {
        ...sbom.metadata,
        component: { ...component, type: 'application', name: 'millrace' },
      },
      components: sbom.components.filter(isListed),
      dependencies: sbom.dependencies.filter(({ ref }) => used.has(ref) && !isOurs(ref)),
    },
    null,
    2,
  )}\n`;
}

function listAll() {
  const { status, stdout, stderr } = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  return JSON.parse(stdout);
}

/** Returns the references of a workspace's dependencies, without those for development. */
function dependenciesOf(workspace, dependsOn) {
  const manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
  const { name, version, dependencies = {} } = manifest;
  const own = dependsOn.get(`${name}@${version}`) ?? [];
  return own.filter((ref) =>
    Object.keys(dependencies).includes(ref.slice(0, ref.lastIndexOf('@'))),
  );
}
