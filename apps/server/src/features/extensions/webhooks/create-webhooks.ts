import type { Core } from '../../../core.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { Ports } from '../../../ports.ts';
import { toRepoJson } from '../../../repositories/repo-mapper.ts';
import { ExtensionClient } from '../extension-client.ts';
import { createReceivers } from './receivers.ts';
import { WebhookSender, webhookProtocol } from './webhook-sender.ts';
import { Webhooks } from './webhooks.ts';

/** Creates the webhooks; null if no receiver is configured. */
export function createWebhooks(core: Core, ports: Ports): Webhooks | null {
  const { webhook: settings, maxResponseBytes: maxBytes } = core.config.extensions;
  const receivers = createReceivers(settings);
  if (receivers.length === 0) return null;
  const describeRepo = (repo: Repo) => toRepoJson(repo, core.forge);
  const client = new ExtensionClient({
    ...{ kind: 'webhook', accept: webhookProtocol },
    ...{ settings, maxBytes },
  });
  const sender = new WebhookSender({ ...core, ports, client, receivers, describeRepo });
  return new Webhooks({ ...core, changes: core.buildChanges, receivers, sender, describeRepo });
}
