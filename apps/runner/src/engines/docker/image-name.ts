export interface ImageName {
  /** `docker.io` where the name has none. */
  registry: string;
  /** True where what the name stands for moves: no tag, or `latest`. */
  isLatest: boolean;
  /** The name with a tag, since a pull without one fetches all tags. */
  full: string;
}

/** Takes `registry.example.com:5000/group/image:tag@sha256:…` apart. */
export function parseImageName(name: string): ImageName {
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
