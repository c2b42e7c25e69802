import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the licences of all packages that a bundle contains, as Markdown. */
export function listLicenses(chunks) {
  const folders = new Set(chunks.flatMap(({ moduleIds }) => moduleIds.flatMap(packageFolder)));
  const packages = [...folders].map((folder) => ({ folder, ...readManifest(folder) }));
  packages.sort((one, other) => one.name.localeCompare(other.name, 'en'));
  const sections = packages.map(
    ({ folder, name, version, license }) =>
      `## ${name} ${version} (${license ?? 'no licence given'})\n\n${textOf(folder)}`,
  );
  return `# Packages in this program\n\n${sections.join('\n')}`;
}

/** Returns the folder of the package that a module belongs to; none for our own. */
function packageFolder(id) {
  const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? [];
  return folder && !id.startsWith('\0') && existsSync(join(folder, 'package.json')) ? [folder] : [];
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function textOf(folder) {
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  return names.map((name) => `${readFileSync(join(folder, name), 'utf8').trim()}\n`).join('\n');
}
