import { LatestBuildStore } from '../../builds/latest-build-store.ts';
import type { Core } from '../../core.ts';
import type { CreateFeature } from '../../feature.ts';
import type { Ports } from '../../ports.ts';
import { DeliveryStore } from './delivery-store.ts';
import { DeliveryWorker } from './delivery-worker.ts';
import { EventReceiver } from './event-receiver.ts';
import { registerHookRoutes } from './hook-routes.ts';

/** Events of the forge: received, stored, and processed in the order of each repository. */
export const webhooks: CreateFeature = (core, ports) => {
  const { db, remote } = core;
  const eventReceiver = createEventReceiver(core, ports);
  const deliveries = new DeliveryWorker({
    ...core,
    deliveries: new DeliveryStore(db),
    receive: (event, age) => eventReceiver.receive(event, age),
  });
  return {
    ports: { receiveForgeEvent: (event) => eventReceiver.receive(event) },
    addRoutes: ({ app }) => {
      if (!remote) return;
      registerHookRoutes(app, {
        source: remote.source,
        findRepo: (uid) => ports.findRepoByUid(uid),
        findSecret: (repoId) => remote.hooks.find(repoId),
        take: (repo, event) => deliveries.take(repo.id, event),
      });
    },
    jobs: { deliveries: remote && deliveries },
  };
};

function createEventReceiver(core: Core, ports: Ports): EventReceiver {
  const { db, forge, logger, remote, repos, userStore } = core;
  const latestBuilds = new LatestBuildStore(db);
  return new EventReceiver({
    forge,
    logger,
    ports,
    findLogin: async (uid) => {
      const identity = await remote?.identities.findByUid(forge.kind, uid);
      return identity && (await userStore.findById(identity.userId))?.login;
    },
    findRepo: ({ uid, namespace, name }) =>
      uid === undefined ? repos.findBySlug(`${namespace}/${name}`) : ports.findRepoByUid(uid),
    forgetBranch: (repo, branch) => latestBuilds.forget(repo.id, 'branch', branch),
  });
}
