// The software bill of materials of the package, in CycloneDX: npm lists what is installed for the programs and
// compiled into the web interface.
import { spawnSync } from 'node:child_process';
import { root } from '../setup.mjs';

const workspaces = ['apps/server', 'apps/runner', 'apps/web'];

/** Returns the components of the package as JSON. */
export function createSbom() {
  const selected = workspaces.flatMap((workspace) => ['--workspace', workspace]);
  const { status, stdout, stderr } = spawnSync(
    'npm',
    [
      'sbom',
      '--sbom-format',
      'cyclonedx',
      '--sbom-type',
      'application',
      '--omit',
      'dev',
      ...selected,
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  const sbom = JSON.parse(stdout);
  sbom.metadata.component.name = 'millrace';
  return `${JSON.stringify(sbom, null, 2)}\n`;
}
