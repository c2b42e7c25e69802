import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Repo } from '../../domain/repo.ts';
import type { ForgeEvent } from '../../forges/forge.ts';
import type { ForgeAdapter } from '../../forges/remote/forge-adapter.ts';
import { readBytes, tooLarge } from '../../http/read-bytes.ts';
import { addressKey } from '../../shared/address-key.ts';
import { badRequest, forbidden, RetryLaterError } from '../../shared/errors.ts';
import { PlaceSlots } from '../../shared/place-slots.ts';
import { skimJson } from './skim-json.ts';

interface Deps {
  source: Pick<ForgeAdapter, 'kind' | 'deliveryRepo' | 'readDelivery' | 'isSigned'>;
  findRepo: (uid: string) => Promise<Repo | undefined>;
  findSecret: (repoId: number) => Promise<string | undefined>;
  /** Stores the event for processing. Repeated deliveries are ignored. */
  receive: (repo: Repo, event: ForgeEvent) => Promise<void>;
}

/** A push of thousands of commits is shorter. */
const maxBytes = 8 * 1024 * 1024;
/** From the moment a delivery has a slot: a slow client holds it no longer. */
const maxBodyMs = 20_000;
/** Deliveries whose bodies are in memory at once. */
const maxAtOnce = 8;
const maxPerAddress = 4;
const maxWaiting = 200;
const retryAfterSec = 10;

/** Registers the webhook. Deliveries are acknowledged at once and processed later. */
export function registerHookRoutes(app: FastifyInstance, deps: Deps): void {
  const slots = new PlaceSlots({
    count: maxAtOnce,
    perPlace: maxPerAddress,
    waiting: maxWaiting,
    refusal: () => new RetryLaterError(503, 'Too many deliveries at once', retryAfterSec),
  });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Anyone may call: the body stays unread until there is a slot for it.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.post('/hook', async (request, reply) => {
      if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
      const accepted = await slots.run(addressKey(request.ip), () => receive(request, deps));
      if (!accepted) return reply.code(204).send();
      return reply.code(202).send({ message: 'Taken' });
    });
  });
}

/** Returns false if the delivery asks for nothing. */
async function receive({ raw, headers }: FastifyRequest, deps: Deps): Promise<boolean> {
  const bytes = await readBytes(raw, { maxBytes, maxMs: maxBodyMs });
  const uid = skimJson(bytes, deps.source.deliveryRepo);
  if (uid === null) throw notADelivery(deps);
  const repo = await deps.findRepo(uid);
  const secret = repo && (await deps.findSecret(repo.id));
  // A caller without the secret must not learn which repositories exist.
  if (!repo || !secret) throw wrongSignature();
  // The signature is that of the text as it came in.
  const delivery = { headers, body: bytes.toString() };
  if (!deps.source.isSigned(delivery, secret)) throw wrongSignature();
  const read = deps.source.readDelivery(delivery);
  if (!read) throw notADelivery(deps);
  // JSON can have a key twice: a signature is only good for the repository whose secret it was made with.
  if (read.repoUid !== uid) throw wrongSignature();
  if (!read.event || !repo.active) return false;
  await deps.receive(repo, { ...read.event, delivery: read.id, shownId: read.shownId });
  return true;
}

const wrongSignature = () => forbidden('The signature of the delivery is not right');

function notADelivery({ source }: Pick<Deps, 'source'>) {
  return badRequest(`This is no delivery of ${source.kind}`);
}
