import {
  type Artifact,
  endpointUrl,
  getArtifact,
  listArtifacts,
  type Replay,
} from '@millrace/contract/api';
import { replay } from '@millrace/contract/schemas';
import { errorMessage } from '@millrace/node-kit/error-message';
import { StartError } from '@millrace/node-kit/start-error';
import { callServer, readToken, refusal } from '../../command-line/call-server.ts';

const timeoutMs = 60_000;
const downloadTimeoutMs = 30 * 60_000;

/** A build of a repository on a server. */
export interface BuildAddress {
  server: string;
  slug: string;
  build: number;
}

/** Fetches the input of a build from its server, with the token of the environment. */
export async function fetchReplay(buildAddress: BuildAddress): Promise<Replay> {
  const address = addressOf(buildAddress);
  const answer = await call(address, readToken(buildAddress.server));
  if (!answer.ok) throw new StartError(await describeRefusal(address, answer));
  const parsed = replay.safeParse(await answer.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  throw new StartError(`${address} is not the answer of a server that can replay builds.`);
}

/** Downloads the files that were stored for a step; returns the reason if there are none. */
export async function fetchReplayFiles(
  buildAddress: BuildAddress,
  { stage, step }: { stage: number; step: number },
): Promise<ReadableStream<Uint8Array> | string> {
  return download(`${addressOf(buildAddress)}/${stage}/${step}`, buildAddress);
}

/** Downloads a cache of the repository; returns the reason if it does not exist. */
export async function fetchCache(
  buildAddress: BuildAddress,
  id: number,
): Promise<ReadableStream<Uint8Array> | string> {
  const { server, slug } = buildAddress;
  return download(`${server}/api/repos/${slug}/caches/${id}`, buildAddress);
}

/** Lists the artifacts of stages, in the newest attempt of the build. */
export async function listStageArtifacts(
  buildAddress: BuildAddress,
  stages: readonly number[],
): Promise<Artifact[]> {
  const { server } = buildAddress;
  const params = paramsOf(buildAddress);
  const found: Artifact[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await callServer(server, listArtifacts, { params, query: { after } });
    const last = page.at(-1);
    if (!last) return found;
    found.push(...page.filter(({ stage }) => stages.includes(stage)));
    after = `${last.stage}/${last.step}/${last.path}`;
  }
}

/** Downloads an artifact; returns the reason if it does not exist. */
export async function fetchArtifact(
  buildAddress: BuildAddress,
  { stage, step, path }: Artifact,
): Promise<ReadableStream<Uint8Array> | string> {
  const params = { ...paramsOf(buildAddress), stage, step, '*': path };
  return download(`${buildAddress.server}${endpointUrl(getArtifact, params)}`, buildAddress);
}

async function download(
  address: string,
  buildAddress: BuildAddress,
): Promise<ReadableStream<Uint8Array> | string> {
  const answer = await call(address, readToken(buildAddress.server), downloadTimeoutMs);
  if (answer.ok && answer.body) return answer.body;
  const parsed = refusal.safeParse(await answer.json().catch(() => undefined));
  return parsed.success ? parsed.data.message : `the server answered ${answer.status}`;
}

function paramsOf({ slug, build }: BuildAddress) {
  const [namespace = '', name = ''] = slug.split('/');
  return { namespace, name, build };
}

function addressOf({ server, slug, build }: BuildAddress): string {
  return `${server}/api/repos/${slug}/builds/${build}/replay`;
}

async function call(address: string, token: string, maxMs: number = timeoutMs): Promise<Response> {
  try {
    return await fetch(address, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(maxMs),
    });
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    throw new StartError(`${address} does not answer: ${errorMessage(cause)}`);
  }
}

async function describeRefusal(address: string, answer: Response): Promise<string> {
  const parsed = refusal.safeParse(await answer.json().catch(() => undefined));
  const reason = parsed.success ? `: ${parsed.data.message}` : '';
  const isHidden = parsed.data?.code === 'not_found';
  const advice =
    answer.status === 401 || (answer.status === 404 && isHidden)
      ? ' The token needs write permission in the repository; --repo names another one.'
      : '';
  return `${address} answered ${answer.status}${reason}.${advice}`;
}
