import { matchGlob } from './glob/match-glob.ts';

export interface ImageName {
  /** Host of the registry as {@link registryHost} returns it; `docker.io` if the name has none. */
  registry: string;
  /** True if the name can refer to different images over time: no tag, or `latest`. */
  isLatest: boolean;
  /** Name with a tag, because a pull without one fetches all tags. */
  full: string;
}

const maxLength = 512;
const pathPart = '[a-z0-9]+(?:(?:\\.|__?|-+)[a-z0-9]+)*';
const host = '(?:[a-zA-Z0-9-]+(?:\\.[a-zA-Z0-9-]+)*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?';
const tagPart = '[\\w][\\w.-]{0,127}';
const digest = '[a-zA-Z][a-zA-Z0-9.+_-]*:[a-fA-F0-9]+';
/** Pattern used by engines and registries. It must match, because the name becomes part of a URL. */
export const imagePattern = new RegExp(
  `^(?:${host}/)?${pathPart}(?:/${pathPart})*(?::${tagPart})?(?:@${digest})?$`,
);

const onlyHost = new RegExp(`^${host}$`);

export function isRegistryHost(text: string): boolean {
  return onlyHost.test(text);
}

/** Names of the registry whose name can be left out. */
const dockerHub = new Set([
  'docker.io',
  'index.docker.io',
  'registry-1.docker.io',
  'registry.hub.docker.com',
]);

/** Returns the host of a registry's address, in lower case. `docker login` writes `https://index.docker.io/v1/` for `docker.io`. */
export function registryHost(address: string): string {
  const host = address
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/.*$/s, '')
    .toLowerCase();
  return dockerHub.has(host) ? 'docker.io' : host;
}

/**
 * Returns the registry of an image; undefined if the name has a variable there, whose value only the runner
 * knows.
 */
export function registryOf(image: string): string | undefined {
  const parts = image.split('/');
  const [first = ''] = parts;
  // Without a slash, it is the name of an image, and a variable may be in its tag.
  const known = parts.length > 1 ? first : first.replace(/:.*$/s, '');
  if (known.includes('$')) return undefined;
  return namesRegistry(parts) ? registryHost(first) : 'docker.io';
}

/**
 * Returns whether an image has the name in a pattern: `plugins/docker`, `ghcr.io/octo/*`, `plugins/docker:20`. A
 * pattern without a tag matches all versions. A name with a variable never matches, because only the runner knows
 * its value.
 */
export function matchesImage(pattern: string, image: string): boolean {
  if (!imagePattern.test(image)) return false;
  const wanted = splitVersion(pattern);
  const found = splitVersion(image);
  const hasVersion = wanted.version === '' || matchGlob(wanted.version, found.version || ':latest');
  return hasVersion && matchGlob(wanted.path, found.path);
}

/** Returns whether a text is a pattern for {@link matchesImage}. */
export function isImagePattern(pattern: string): boolean {
  return pattern.length <= maxLength && imagePattern.test(pattern.replaceAll('*', 'x'));
}

/** Splits a name into its path with a registry, and its version with tag and digest, which may be empty. */
function splitVersion(name: string): { path: string; version: string } {
  const [, given = '', version = ''] = /^((?:.*\/)?[^/:@]*)(.*)$/s.exec(name) ?? [];
  const parts = given.split('/');
  const inLibrary = parts.length === 1 ? ['library', ...parts] : parts;
  const [first = '', ...rest] = parts;
  const path = (
    namesRegistry(parts) ? [registryHost(first), ...rest] : ['docker.io', ...inLibrary]
  ).join('/');
  return { path: path.replace(/^docker\.io\/([^/]+)$/, 'docker.io/library/$1'), version };
}

function namesRegistry([first = '', ...rest]: readonly string[]): boolean {
  return rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
}

export function isImageName(name: string): boolean {
  return name.length <= maxLength && imagePattern.test(name);
}

/** Parses `registry.example.com:5000/group/image:tag@sha256:…`; throws if it is not an image name. */
export function parseImageName(name: string): ImageName {
  if (!isImageName(name)) {
    throw new Error(`"${name.slice(0, maxLength)}" is not an image name`);
  }
  const parts = name.split('/');
  const [first = '', ...rest] = parts;
  const hasRegistry = namesRegistry(parts);
  const hasDigest = name.includes('@');
  const tag = /:([^/@]+)(?:@.*)?$/.exec(hasRegistry ? rest.join('/') : name)?.[1];
  return {
    registry: hasRegistry ? registryHost(first) : 'docker.io',
    isLatest: !hasDigest && (tag === undefined || tag === 'latest'),
    full: tag === undefined && !hasDigest ? `${name}:latest` : name,
  };
}
