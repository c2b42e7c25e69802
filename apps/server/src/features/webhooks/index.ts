import type { CreateFeature } from '../../feature.ts';
import { reencryptHooks } from '../../forges/remote/hook-store.ts';
import { buildsPort } from '../builds/port.ts';
import { reposPort } from '../repos/port.ts';
import { Deliveries } from './deliveries.ts';
import { registerHookRoutes } from './hook-routes.ts';
import { webhooksPort } from './port.ts';

/** Webhooks: receives and stores events of the forge, and processes those of each repository in order. */
export const webhooks: CreateFeature = (core, ask, contributed) => {
  const { remote } = core;
  const builds = ask(buildsPort);
  const known = ask(reposPort);
  const deliveries = new Deliveries({
    ...core,
    receive: async (event, age) => (await builds.receiveForgeEvent(event, age)).isDone,
  });
  return {
    owns: { hook_deliveries: { reason: 'Deleted after some days' } },
    port: webhooksPort.answer({
      findDeliveryTime: (repoId, delivery) => deliveries.findTime(repoId, delivery),
    }),
    addRoutes: ({ app }) => {
      if (!remote) return;
      registerHookRoutes(app, {
        source: remote.adapter,
        findRepo: (uid) => known.findRepoByUid(uid),
        findSecret: (repoId) => remote.hooks.find(repoId),
        contributed,
        receive: (repo, event) => deliveries.receive(repo.id, event),
      });
    },
    reencrypt: reencryptHooks,
    jobs: { deliveries: remote && deliveries.jobs },
  };
};
