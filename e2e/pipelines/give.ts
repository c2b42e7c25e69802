import { WorkTree } from '../support/work-tree.ts';
import type { Setting } from './setting.ts';

interface Given {
  setting: Setting;
  slug: string;
  tree: WorkTree;
  /** Words after the kind, for example `token = value`. */
  words: string[];
}

const kinds: Record<string, (given: Given) => Promise<unknown>> = {
  trusted: (given) => change(given, { trusted: true }),
  protected: (given) => change(given, { protected: true }),
  timeout: (given) => change(given, { timeout: Number(given.words[0]) }),
  secret: ({ setting, slug, words: [name, , ...value] }) =>
    setting.admin.call('POST', `/api/repos/${slug}/secrets`, { name, data: value.join(' ') }),
  'organization-secret': ({ setting, words: [name, , ...value] }) =>
    setting.admin.call('POST', '/api/secrets/admin', { name, data: value.join(' ') }),
  template: async ({ setting, words: [name = ''] }) => {
    const data = await setting.readTemplate(name);
    await setting.admin.call('POST', '/api/templates/admin', { name, data });
  },
  submodule: addSubmodule,
  'readable-repository': async (given) => allowReading(given, await addRepository(given)),
  'private-repository': addRepository,
  // The registry always runs.
  registry: async () => {},
};

/** Sets up a precondition of a scenario. */
export async function give(given: string, to: Omit<Given, 'words'>): Promise<void> {
  const [kind = '', ...words] = given.split(' ');
  const bring = kinds[kind];
  if (!bring) throw new Error(`${to.slug}: unknown given "${given}"`);
  await bring({ ...to, words });
}

function change({ setting, slug }: Given, settings: object): Promise<unknown> {
  return setting.admin.call('PATCH', `/api/repos/${slug}`, settings);
}

async function addSubmodule({ setting, slug, tree, words: [path = ''] }: Given): Promise<void> {
  const librarySlug = `${slug}-${path}`;
  const library = await WorkTree.create(setting.millrace, librarySlug);
  await library.commit({ 'library.txt': 'from the submodule\n' }, 'Begin');
  await library.push();
  await setting.admin.call('PATCH', `/api/repos/${librarySlug}`, { visibility: 'public' });
  await tree.git('remote', 'add', 'origin', tree.remote);
  await tree.git('submodule', 'add', `../${librarySlug.split('/')[1]}.git`, path);
}

/** Creates a private repository with this name after that of the scenario. Returns its slug. */
async function addRepository({ setting, slug, words: [name = ''] }: Given): Promise<string> {
  const other = `${slug}-${name}`;
  const tree = await WorkTree.create(setting.millrace, other);
  await tree.commit({ 'library.txt': 'the first version\n' }, 'Begin');
  await tree.git('tag', 'v1');
  await tree.commit({ 'library.txt': 'the newest version\n' }, 'Continue');
  await tree.push();
  await tree.push('v1');
  return other;
}

/** Lets the builds of the scenario read a repository. */
function allowReading({ setting, slug }: Given, other: string): Promise<unknown> {
  return setting.admin.call('PUT', `/api/repos/${slug}/build-access/${other}`);
}
