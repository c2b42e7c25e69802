export interface ImageName {
  /** `docker.io` where the name has none. */
  registry: string;
  /** True where what the name stands for moves: no tag, or `latest`. */
  isLatest: boolean;
  /** The name with a tag, since a pull without one fetches all tags. */
  full: string;
}

const longest = 512;
const pathPart = '[a-z0-9]+(?:(?:\\.|__?|-+)[a-z0-9]+)*';
const host = '(?:[a-zA-Z0-9-]+(?:\\.[a-zA-Z0-9-]+)*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?';
const tagPart = '[\\w][\\w.-]{0,127}';
const digest = '[a-zA-Z][a-zA-Z0-9.+_-]*:[a-fA-F0-9]+';
/** As engines and registries know them: the name becomes part of an address at the engine. */
const wellFormed = new RegExp(
  `^(?:${host}/)?${pathPart}(?:/${pathPart})*(?::${tagPart})?(?:@${digest})?$`,
);

/** Takes `registry.example.com:5000/group/image:tag@sha256:…` apart; throws where no image has the name. */
export function parseImageName(name: string): ImageName {
  if (name.length > longest || !wellFormed.test(name)) {
    throw new Error(`"${name.slice(0, longest)}" is no name of an image`);
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
