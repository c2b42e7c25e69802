export interface ImageName {
  /** `docker.io` if the name has none. */
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
const wellFormed = new RegExp(
  `^(?:${host}/)?${pathPart}(?:/${pathPart})*(?::${tagPart})?(?:@${digest})?$`,
);

/** Parses `registry.example.com:5000/group/image:tag@sha256:…`; throws if it is not an image name. */
export function parseImageName(name: string): ImageName {
  if (name.length > maxLength || !wellFormed.test(name)) {
    throw new Error(`"${name.slice(0, maxLength)}" is not an image name`);
  }
  const [first = '', ...rest] = name.split('/');
  const hasRegistry = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  const hasDigest = name.includes('@');
  const tag = /:([^/@]+)(?:@.*)?$/.exec(hasRegistry ? rest.join('/') : name)?.[1];
  return {
    registry: hasRegistry ? first : 'docker.io',
    isLatest: !hasDigest && (tag === undefined || tag === 'latest'),
    full: tag === undefined && !hasDigest ? `${name}:latest` : name,
  };
}
