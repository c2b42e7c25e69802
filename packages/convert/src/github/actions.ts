import type { OutputText } from '../model.ts';

/** Actions that install a language: their image with that version. */
export interface Setup {
  /** The input with the version. */
  input: string;
  image: string;
  /** Tag without a version. */
  defaultTag: string;
}

const setups: Readonly<Record<string, Setup>> = {
  'actions/setup-node': { input: 'node-version', image: 'node', defaultTag: 'lts' },
  'actions/setup-python': { input: 'python-version', image: 'python', defaultTag: '3' },
  'actions/setup-go': { input: 'go-version', image: 'golang', defaultTag: 'latest' },
  'actions/setup-java': { input: 'java-version', image: 'eclipse-temurin', defaultTag: 'latest' },
  'actions/setup-dotnet': {
    input: 'dotnet-version',
    image: 'mcr.microsoft.com/dotnet/sdk',
    defaultTag: 'latest',
  },
  'ruby/setup-ruby': { input: 'ruby-version', image: 'ruby', defaultTag: 'latest' },
  'actions-rs/toolchain': { input: 'toolchain', image: 'rust', defaultTag: 'latest' },
  'dtolnay/rust-toolchain': { input: 'toolchain', image: 'rust', defaultTag: 'latest' },
  'actions-rust-lang/setup-rust-toolchain': {
    input: 'toolchain',
    image: 'rust',
    defaultTag: 'latest',
  },
  'oven-sh/setup-bun': { input: 'bun-version', image: 'oven/bun', defaultTag: 'latest' },
  'denoland/setup-deno': { input: 'deno-version', image: 'denoland/deno', defaultTag: 'latest' },
  'shivammathur/setup-php': { input: 'php-version', image: 'php', defaultTag: 'latest' },
  'erlef/setup-beam': { input: 'elixir-version', image: 'elixir', defaultTag: 'latest' },
  'julia-actions/setup-julia': { input: 'version', image: 'julia', defaultTag: 'latest' },
  'haskell-actions/setup': { input: 'ghc-version', image: 'haskell', defaultTag: 'latest' },
};

export function setupOf(action: string): Setup | undefined {
  return Object.hasOwn(setups, action) ? setups[action] : undefined;
}

const maxVersionLength = 100;

/** Returns the tag of an image for a version such as `20.x`; undefined if the version is a range or unknown. */
export function tagOf(version: OutputText, setup: Setup): OutputText | undefined {
  if (version.length > maxVersionLength) return undefined;
  const text = version.trim().replace(/^v(?=\d)/, '');
  if (setup.image === 'node' && /^lts(?:\/\*|\/-1)?$/.test(text)) return 'lts';
  if (/^(?:latest|current|stable|node)$/.test(text)) return 'latest';
  if (setup.image === 'rust' && /^(?:nightly|beta)/.test(text)) return undefined;
  const number = /^[~^]?\s*(\d[\w.-]*?)(?:\.[x*])*$/.exec(text)?.[1];
  if (number !== undefined)
    return setup.image.endsWith('/sdk') && /^\d+$/.test(number) ? `${number}.0` : number;
  return /^\$\{\w+\}$/.test(text) ? text : undefined;
}

/** Actions that install a program: the commands that do it. */
export function installCommand(action: string, version: string | undefined): string | undefined {
  switch (action) {
    case 'pnpm/action-setup':
      return `npm install -g pnpm@${version ?? 'latest'}`;
    case 'astral-sh/setup-uv':
    case 'hynek/setup-cached-uv':
      return 'curl -LsSf https://astral.sh/uv/install.sh | env UV_INSTALL_DIR=/usr/local/bin sh';
    case 'extractions/setup-just':
      return 'curl -fsSL https://just.systems/install.sh | bash -s -- --to /usr/local/bin';
    case 'arduino/setup-task':
      return 'curl -fsSL https://taskfile.dev/install.sh | sh -s -- -d -b /usr/local/bin';
    default:
      return undefined;
  }
}

/** Images with the tools of the machines of GitHub that most workflows need: git, curl, compilers. */
const machineImages: Readonly<Record<string, string>> = {
  'ubuntu-latest': 'buildpack-deps:24.04',
  'ubuntu-24.04': 'buildpack-deps:24.04',
  'ubuntu-22.04': 'buildpack-deps:22.04',
  'ubuntu-20.04': 'buildpack-deps:20.04',
};

export const defaultImage = 'buildpack-deps:24.04';

/** Returns the image for a machine with Linux; undefined for other systems. */
export function imageOfMachine(label: string): string | undefined {
  const version = label.replace(/-arm$/, '');
  if (Object.hasOwn(machineImages, version)) return machineImages[version];
  return /^(?:windows|macos)/i.test(label) ? undefined : defaultImage;
}

/** Why an action has no equivalent, for the common ones. */
const reasons: Readonly<Record<string, string>> = {
  'actions/download-artifact':
    '"artifacts_from" of the pipeline gets the artifacts of a named pipeline, at the paths that they had',
  'actions/github-script': 'it runs a script against the API of GitHub',
  'actions/configure-pages': 'it publishes to GitHub Pages',
  'actions/upload-pages-artifact': 'it publishes to GitHub Pages',
  'actions/deploy-pages': 'it publishes to GitHub Pages',
  'actions/labeler': 'it changes pull requests on GitHub',
  'actions/stale': 'it changes issues on GitHub',
  'github/codeql-action/init': 'CodeQL runs on GitHub only',
  'github/codeql-action/autobuild': 'CodeQL runs on GitHub only',
  'github/codeql-action/analyze': 'CodeQL runs on GitHub only',
  'docker/setup-qemu-action':
    'an image for another processor is built on a runner with that processor',
  'docker/setup-buildx-action': 'plugins/docker needs no preparation',
  'docker/metadata-action': 'write the tags into the settings of plugins/docker',
};

export function reasonOf(action: string): string {
  return Object.hasOwn(reasons, action)
    ? (reasons[action] ?? '')
    : 'an action runs on GitHub only; write its work as commands or use a plugin';
}
