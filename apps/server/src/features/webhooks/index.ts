import { LatestBuildStore } from '../../builds/latest-build-store.ts';
import type { Core } from '../../core.ts';
import type { CreateFeature } from '../../feature.ts';
import { reencryptHooks } from '../../forges/remote/hook-store.ts';
import type { Ports } from '../../ports.ts';
import { Deliveries } from './deliveries.ts';
import { EventReceiver } from './event-receiver.ts';
import { registerHookRoutes } from './hook-routes.ts';

/** Webhooks: receives and stores events of the forge, and processes those of each repository in order. */
export const webhooks: CreateFeature = (core, ports) => {
  const { remote } = core;
  const eventReceiver = createEventReceiver(core, ports);
  const deliveries = new Deliveries({
    ...core,
    receive: (event, age) => eventReceiver.receive(event, age),
  });
  return {
    owns: ['hook_deliveries'],
    ports: {
      receiveForgeEvent: (event) => eventReceiver.receive(event),
      findDeliveryTime: (repoId, delivery) => deliveries.findTime(repoId, delivery),
    },
    addRoutes: ({ app }) => {
      if (!remote) return;
      registerHookRoutes(app, {
        source: remote.adapter,
        findRepo: (uid) => ports.findRepoByUid(uid),
        findSecret: (repoId) => remote.hooks.find(repoId),
        receive: (repo, event) => deliveries.receive(repo.id, event),
      });
    },
    reencrypt: reencryptHooks,
    jobs: { deliveries: remote && deliveries.jobs },
  };
};

function createEventReceiver(core: Core, ports: Ports): EventReceiver {
  const { builds, db, forge, logger, remote, repos, userStore } = core;
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
    removeLatestOfBranch: (repo, branch) => latestBuilds.forget(repo.id, 'branch', branch),
    findLatestOfRef: (repo, ref) => builds.findLatestOfRef(repo.id, ref),
  });
}
