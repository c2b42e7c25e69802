import {
  createSubscription,
  deleteSubscription,
  listSubscriptions,
  updateSubscription,
} from '@millrace/contract/api';
import { bodyOf } from '../../../command-line/body-of.ts';
import { callServer } from '../../../command-line/call-server.ts';
import type { KindHandler } from '../kind-handler.ts';
import { nameOf, repoOf } from './of-path.ts';

export const notificationKind: KindHandler = {
  async read(server, section) {
    const found = await callServer(server, listSubscriptions, { params: repoOf(section) });
    return found.map(({ id, name, host, signed, ...subscription }) => ({
      kind: 'notification',
      path: [...section, name],
      values: {
        channel: subscription.channel,
        recipients: subscription.recipients,
        rule: subscription.rule,
        branches: subscription.branches,
        events: subscription.events,
        digest: subscription.digest,
        disabled: subscription.disabled,
      },
      secrets: [...(host ? ['url'] : []), ...(signed ? ['secret'] : [])],
      id,
    }));
  },
  create: (server, { path, values }, secrets) =>
    callServer(server, createSubscription, {
      params: repoOf(path),
      body: bodyOf(createSubscription, { name: nameOf(path), ...values, ...secrets }),
    }),
  update: (server, { path, id = 0 }, values, secrets) =>
    callServer(server, updateSubscription, {
      params: { ...repoOf(path), subscription: id },
      body: bodyOf(updateSubscription, { ...values, ...secrets }),
    }),
  delete: (server, { path, id = 0 }) =>
    callServer(server, deleteSubscription, { params: { ...repoOf(path), subscription: id } }),
};
