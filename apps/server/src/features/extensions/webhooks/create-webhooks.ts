import type { Core } from '../../../core.ts';
import type { Repo } from '../../../domain/repo.ts';
import { toRepoJson } from '../../../repositories/repo-mapper.ts';
import type { Extension } from '../extension.ts';
import { createReceivers } from './receivers.ts';
import { WebhookSender } from './webhook-sender.ts';
import { Webhooks } from './webhooks.ts';

/** Creates the webhooks; null if there is no extension for them. */
export function createWebhooks(core: Core, extensions: readonly Extension[]): Webhooks | null {
  if (extensions.length === 0) return null;
  const receivers = createReceivers(extensions, core.config.extensions.webhook.events);
  const describeRepo = (repo: Repo) => toRepoJson(repo, core.forge);
  const sender = new WebhookSender({ ...core, receivers, describeRepo });
  return new Webhooks({ ...core, receivers, sender, describeRepo });
}
