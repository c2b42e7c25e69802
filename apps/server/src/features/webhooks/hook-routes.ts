import { badRequest, forbidden, RetryLaterError } from '@millrace/contract/api-errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod/mini';
import type { Contributed } from '../../contributions.ts';
import type { Repo } from '../../domain/repo.ts';
import type { ForgeEvent } from '../../forges/forge.ts';
import type { ForgeAdapter } from '../../forges/remote/forge-adapter.ts';
import { readBytes, tooLarge } from '../../http/read-bytes.ts';
import { addressKey } from '../../shared/address-key.ts';
import { askAll } from '../../shared/ask.ts';
import { SlotsPerKey } from '../../shared/slots-per-key.ts';
import { skimJson } from './skim-json.ts';

interface Deps {
  source: Pick<ForgeAdapter, 'kind' | 'deliveryRepo' | 'readDelivery' | 'isSigned'>;
  findRepo: (uid: string) => Promise<Repo | undefined>;
  findSecret: (repoId: number) => Promise<string | undefined>;
  /** Stores the event for processing. Repeated deliveries are ignored. */
  receive: (repo: Repo, event: ForgeEvent) => Promise<void>;
  contributed: Pick<Contributed, 'refuseChanges'>;
}

/** More than a push of thousands of commits. */
const maxBytes = 8 * 1024 * 1024;
/** Time to receive the body after a slot was acquired, so that a slow client releases it. */
const maxBodyMs = 20_000;
/** Maximum number of deliveries whose bodies are in memory. */
const maxConcurrent = 8;
const maxPerAddress = 4;
const maxWaiting = 200;
const retryAfterSec = 10;

/** Registers the webhook. Deliveries are acknowledged immediately and processed later. */
export function registerHookRoutes(app: FastifyInstance, deps: Deps): void {
  const slots = new SlotsPerKey({
    count: maxConcurrent,
    perKey: maxPerAddress,
    waiting: maxWaiting,
    refusal: () => new RetryLaterError(503, 'Too many deliveries at once', retryAfterSec),
  });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Clients are not authenticated yet, so the body stays unread until a slot is acquired.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.post('/hook', async (request, reply) => {
      if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
      const accepted = await slots.run(addressKey(request.ip), () => receive(request, deps));
      if (!accepted) return reply.code(204).send();
      return reply.code(202).send({ message: 'Accepted' });
    });
  });
}

/** Verifies and stores a delivery. Returns false if it requires no action. */
async function receive({ raw, headers, query }: FastifyRequest, deps: Deps): Promise<boolean> {
  const bytes = await readBytes(raw, { maxBytes, maxMs: maxBodyMs });
  const uid = skimJson(bytes, deps.source.deliveryRepo);
  if (uid === null) throw notADelivery(deps);
  const repo = await deps.findRepo(uid);
  const secret = repo && (await deps.findSecret(repo.id));
  // A caller without the secret must not learn which repositories exist.
  if (!repo || !secret) throw wrongSignature();
  // The signature covers the received bytes.
  const urlSecret = webhookQuery.safeParse(query).data?.secret;
  const delivery = { headers, body: bytes.toString(), urlSecret };
  if (!deps.source.isSigned(delivery, secret)) throw wrongSignature();
  const read = deps.source.readDelivery(delivery);
  if (!read) throw notADelivery(deps);
  // A JSON key may occur twice. The signature is valid only for the repository whose secret was used.
  if (read.repoUid !== uid) throw wrongSignature();
  if (!read.event || !repo.active) return false;
  await askAll(deps.contributed.refuseChanges);
  await deps.receive(repo, { ...read.event, delivery: read.id, shownId: read.shownId });
  return true;
}

const webhookQuery = z.object({ secret: z.string() });

const wrongSignature = () => forbidden('Invalid webhook signature');

function notADelivery({ source }: Pick<Deps, 'source'>) {
  return badRequest(`Not a webhook payload of ${source.kind}`);
}
