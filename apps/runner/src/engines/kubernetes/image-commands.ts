import type { RegistryLogin } from '@millrace/contract/docker-config';
import { errorMessage } from '@millrace/node-kit/error-message';
import { parseImageName, registryHost } from '@millrace/pipeline/image-name';
import * as z from 'zod/mini';
import { InfrastructureFailure } from '../../shared/infrastructure-failure.ts';
import { architectureName } from '../architectures.ts';
import { type RegistryAnswer, RegistryRequests, type Resolve } from './registry-requests.ts';

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
/** It becomes part of a URL. */
const digest = z.string().check(z.regex(/^[a-z0-9.+_-]+:[a-zA-Z0-9=_-]+$/));
const manifestSchema = z.union([
  z.object({ config: z.object({ digest }) }),
  z.object({
    manifests: z.array(
      z.object({
        digest,
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
/** Lists of manifests inside of each other. */
const maxDepth = 2;

/**
 * Reads what images run from their registries. A container of a stage starts another program than its image says, and
 * Kubernetes does not tell what that would be.
 */
export class ImageCommands {
  private readonly logins: readonly RegistryLogin[];
  private readonly resolve: Resolve | undefined;
  /** Authorizations by registry and name. One of a registry is never sent to another. */
  private readonly tokens = new Map<string, string>();

  /** @param resolve replaces the name service in tests */
  constructor(logins: readonly RegistryLogin[], resolve?: Resolve) {
    this.logins = logins;
    this.resolve = resolve;
  }

  async read(image: string, signal: AbortSignal): Promise<ImageCommand> {
    try {
      const address = addressOf(image);
      const requests = new RegistryRequests(address.host, this.resolve);
      const read: Read = (path) => this.get(address, requests, path, signal);
      const digest = await findConfig(read, address.reference, maxDepth);
      const { config } = z.parse(configSchema, JSON.parse(await read(`blobs/${digest}`)));
      const { Entrypoint: entrypoint = [], Cmd: command = [] } = config ?? {};
      return { entrypoint, command };
    } catch (error) {
      signal.throwIfAborted();
      const message = `The registry does not tell what ${image} runs (${errorMessage(error)}); give the step commands or an entrypoint`;
      throw new InfrastructureFailure('image', message);
    }
  }

  private async get(
    address: ImageAddress,
    requests: RegistryRequests,
    path: string,
    signal: AbortSignal,
  ): Promise<string> {
    const url = new URL(`${address.name}/${path}`, requests.base);
    const key = `${address.host}/${address.name}`;
    const request = () => requests.get(url, { accept: accepted }, this.tokens.get(key), signal);
    const first = await request();
    if (first.status !== 401) return requireSuccess(first);
    const challenge = first.headers.get('www-authenticate') ?? '';
    this.tokens.set(key, await this.authorize(challenge, address, requests, signal));
    return requireSuccess(await request());
  }

  private async authorize(
    challenge: string,
    address: ImageAddress,
    requests: RegistryRequests,
    signal: AbortSignal,
  ): Promise<string> {
    const login = this.logins.find(({ host }) => host === address.registry);
    const basic =
      login && `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;
    if (/^basic/i.test(challenge)) {
      if (!basic) throw new Error('it needs a login');
      return basic;
    }
    const values = new Map(
      [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    const url = URL.parse(values.get('realm') ?? '');
    if (!url) throw new Error('it does not tell where it gives tokens');
    if (basic && !requests.isOwnHost(url)) {
      throw new Error(`it wants its login to be sent to ${url.host}, which is not of its domain`);
    }
    const service = values.get('service');
    if (service) url.searchParams.set('service', service);
    url.searchParams.set('scope', values.get('scope') ?? `repository:${address.name}:pull`);
    const text = requireSuccess(await requests.get(url, {}, basic, signal));
    const { token, access_token = token } = z.parse(tokenSchema, JSON.parse(text));
    return `Bearer ${access_token}`;
  }
}

/** Reads the text at a path below the name of an image. */
type Read = (path: string) => Promise<string>;

/** Returns the digest of the configuration. */
async function findConfig(read: Read, reference: string, depth: number): Promise<string> {
  const manifest = z.parse(manifestSchema, JSON.parse(await read(`manifests/${reference}`)));
  if ('config' in manifest) return manifest.config.digest;
  if (depth === 0) throw new Error('its lists of platforms are nested too deeply');
  const wanted = architectureName(process.arch);
  const isOwn = ({ platform }: { platform?: { os: string; architecture: string } | undefined }) =>
    platform?.os === 'linux' && platform.architecture === wanted;
  const [first] = manifest.manifests;
  const found = manifest.manifests.find(isOwn) ?? first;
  if (!found) throw new Error('the list of its platforms is empty');
  return findConfig(read, found.digest, depth - 1);
}

interface ImageAddress {
  registry: string;
  host: string;
  name: string;
  /** Tag or digest. */
  reference: string;
}

function addressOf(image: string): ImageAddress {
  const { registry, full } = parseImageName(image);
  const [first = '', ...rest] = full.split('/');
  const path = rest.length > 0 && registryHost(first) === registry ? rest.join('/') : full;
  const [untagged = '', digest] = path.split('@');
  const colon = untagged.lastIndexOf(':');
  const [name, tag] =
    colon > 0 ? [untagged.slice(0, colon), untagged.slice(colon + 1)] : [untagged, 'latest'];
  const isHub = registry === 'docker.io';
  return {
    registry,
    host: isHub ? 'registry-1.docker.io' : registry,
    name: isHub && !name.includes('/') ? `library/${name}` : name,
    reference: digest ?? tag,
  };
}

function requireSuccess({ status, statusText, text }: RegistryAnswer): string {
  if (status >= 200 && status < 300) return text;
  throw new Error(`${status} ${statusText}`);
}
