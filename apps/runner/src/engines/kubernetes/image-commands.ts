import type { RegistryLogin } from '@millrace/contract/docker-config';
import { parseImageName } from '@millrace/contract/image-name';
import { errorMessage } from '@millrace/node-kit/error-message';
import * as z from 'zod/mini';
import { InfrastructureFailure } from '../../shared/infrastructure-failure.ts';
import { architectureName } from '../architectures.ts';

/** Program of an image, which runs if nobody says otherwise. */
export interface ImageCommand {
  entrypoint: string[];
  command: string[];
}

const list = z.pipe(
  z.optional(z.nullable(z.array(z.string()))),
  z.transform((values) => values ?? []),
);
const configSchema = z.object({
  config: z.optional(z.object({ Entrypoint: list, Cmd: list })),
});
const manifestSchema = z.union([
  z.object({ config: z.object({ digest: z.string() }) }),
  z.object({
    manifests: z.array(
      z.object({
        digest: z.string(),
        platform: z.optional(z.object({ os: z.string(), architecture: z.string() })),
      }),
    ),
  }),
]);
const tokenSchema = z.object({
  token: z.optional(z.string()),
  access_token: z.optional(z.string()),
});

const accepted = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');
const timeoutMs = 30_000;
const loopback = /^(localhost|127\.|\[::1\])/;

/**
 * Reads what images run from their registries. A container of a stage starts another program than its image says, and
 * Kubernetes does not tell what that would be.
 */
export class ImageCommands {
  private readonly logins: readonly RegistryLogin[];
  private readonly tokens = new Map<string, string>();

  constructor(logins: readonly RegistryLogin[]) {
    this.logins = logins;
  }

  async read(image: string, signal: AbortSignal): Promise<ImageCommand> {
    try {
      const place = placeOf(image);
      const manifest = await this.findManifest(place, place.reference, signal);
      const blob = await this.get(place, `blobs/${manifest}`, signal);
      const { config } = z.parse(configSchema, await blob.json());
      const { Entrypoint: entrypoint = [], Cmd: command = [] } = config ?? {};
      return { entrypoint, command };
    } catch (error) {
      signal.throwIfAborted();
      const message = `The registry does not tell what ${image} runs (${errorMessage(error)}); give the step commands or an entrypoint`;
      throw new InfrastructureFailure('image', message);
    }
  }

  /** Returns the digest of the configuration. */
  private async findManifest(
    place: ImagePlace,
    reference: string,
    signal: AbortSignal,
  ): Promise<string> {
    const answer = await this.get(place, `manifests/${reference}`, signal);
    const manifest = z.parse(manifestSchema, await answer.json());
    if ('config' in manifest) return manifest.config.digest;
    const wanted = architectureName(process.arch);
    const isOwn = ({ platform }: { platform?: { os: string; architecture: string } | undefined }) =>
      platform?.os === 'linux' && platform.architecture === wanted;
    const [first] = manifest.manifests;
    const found = manifest.manifests.find(isOwn) ?? first;
    if (!found) throw new Error('the list of its platforms is empty');
    return this.findManifest(place, found.digest, signal);
  }

  private async get(place: ImagePlace, path: string, signal: AbortSignal): Promise<Response> {
    const scheme = loopback.test(place.host) ? 'http' : 'https';
    const url = `${scheme}://${place.host}/v2/${place.name}/${path}`;
    const request = async () => {
      const token = this.tokens.get(place.name);
      const headers = { accept: accepted, ...(token ? { authorization: token } : {}) };
      return fetch(url, { headers, signal: limited(signal) });
    };
    const first = await request();
    if (first.status !== 401) return requireSuccess(first);
    const challenge = first.headers.get('www-authenticate') ?? '';
    this.tokens.set(place.name, await this.authorize(challenge, place, signal));
    return requireSuccess(await request());
  }

  private async authorize(
    challenge: string,
    place: ImagePlace,
    signal: AbortSignal,
  ): Promise<string> {
    const login = this.logins.find(({ host }) => host === place.registry);
    const basic =
      login && `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;
    if (/^basic/i.test(challenge)) {
      if (!basic) throw new Error('it needs a login');
      return basic;
    }
    const values = new Map(
      [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    const url = new URL(values.get('realm') ?? '');
    const service = values.get('service');
    if (service) url.searchParams.set('service', service);
    url.searchParams.set('scope', values.get('scope') ?? `repository:${place.name}:pull`);
    const headers = basic ? { authorization: basic } : {};
    const answer = await requireSuccess(await fetch(url, { headers, signal: limited(signal) }));
    const { token, access_token = token } = z.parse(tokenSchema, await answer.json());
    return `Bearer ${access_token}`;
  }
}

interface ImagePlace {
  registry: string;
  host: string;
  name: string;
  /** Tag or digest. */
  reference: string;
}

function placeOf(image: string): ImagePlace {
  const { registry, full } = parseImageName(image);
  const path = full.startsWith(`${registry}/`) ? full.slice(registry.length + 1) : full;
  const [named = '', digest] = path.split('@');
  const colon = named.lastIndexOf(':');
  const [name, tag] =
    colon > 0 ? [named.slice(0, colon), named.slice(colon + 1)] : [named, 'latest'];
  const isHub = registry === 'docker.io';
  return {
    registry,
    host: isHub ? 'registry-1.docker.io' : registry,
    name: isHub && !name.includes('/') ? `library/${name}` : name,
    reference: digest ?? tag,
  };
}

function limited(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
}

function requireSuccess(response: Response): Response {
  if (response.ok) return response;
  throw new Error(`${response.status} ${response.statusText}`);
}
