import type { SourceNode } from '../source/source-node.ts';

interface Orb {
  /** Image of its executor `default`, with the tag that stands for no version. */
  image: string;
  tag: string;
  /** Commands of its step `install-packages`, by package manager. The first one is the default. */
  installs: Readonly<Record<string, string>>;
}

/** Orbs of CircleCI whose executor and installation of packages are plain. */
const orbs: Readonly<Record<string, Orb>> = {
  'circleci/node': {
    image: 'cimg/node',
    tag: 'lts',
    installs: {
      npm: 'npm ci',
      yarn: 'yarn install --frozen-lockfile',
      pnpm: 'pnpm install --frozen-lockfile',
    },
  },
  'circleci/python': {
    image: 'cimg/python',
    tag: '3.13',
    installs: {
      pip: 'pip install -r requirements.txt',
      poetry: 'poetry install',
      pipenv: 'pipenv install',
    },
  },
  'circleci/ruby': { image: 'cimg/ruby', tag: '3.4', installs: { bundler: 'bundle install' } },
  'circleci/go': { image: 'cimg/go', tag: '1.25', installs: {} },
};

/** Returns the known orb of a name such as `node/default`. */
function orbOf(name: string, root: SourceNode): Orb | undefined {
  const [alias = ''] = name.split('/');
  const source = root.get('orbs')?.get(alias)?.value.split('@')[0] ?? '';
  return Object.hasOwn(orbs, source) ? orbs[source] : undefined;
}

/** Returns the image of the executor of an orb; undefined if it is not known. */
export function orbImage(
  name: string,
  tag: string | undefined,
  root: SourceNode,
): string | undefined {
  const orb = name.endsWith('/default') ? orbOf(name, root) : undefined;
  return orb && `${orb.image}:${tag ?? orb.tag}`;
}

/** Returns the command of the step `install-packages` of an orb; undefined for other steps. */
export function orbCommand(name: string, values: SourceNode, root: SourceNode): string | undefined {
  const orb = name.endsWith('/install-packages') ? orbOf(name, root) : undefined;
  if (!orb) return undefined;
  const manager = values.text('pkg-manager') ?? Object.keys(orb.installs)[0] ?? '';
  return Object.hasOwn(orb.installs, manager) ? orb.installs[manager] : undefined;
}
