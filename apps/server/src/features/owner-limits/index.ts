import {
  deleteOwnerLimits,
  getOwnerLimits,
  listOwnerLimits,
  setOwnerLimits,
} from '@millrace/contract/api';
import { AppError, missing } from '@millrace/contract/api-errors';
import { formatSize } from '@millrace/contract/format-size';
import { byPeople } from '../../db/table-bound.ts';
import type { CreateFeature } from '../../feature.ts';
import { askSum } from '../../shared/ask.ts';
import { OwnerLimitsStore } from './owner-limits-store.ts';

/** Limits of organizations and accounts: running stages, and stored bytes. */
export const ownerLimits: CreateFeature = (core, _ask, contributed) => {
  const { bus, config, db, repos } = core;
  const { running: usualRunning, storageBytes: usualStorage } = config.owners;
  const store = new OwnerLimitsStore(db);
  const measure = (namespace: string) => askSum(contributed.storedBytes, namespace);
  const findStorage = async (namespace: string) =>
    (await store.find(namespace))?.storage ?? usualStorage;
  const requireOwner = async (name: string) => {
    const namespace = await repos.findNamespace(name);
    const isKnown =
      (await core.userStore.findByLogin(namespace)) ??
      (await core.organizations.find(namespace)) ??
      (await store.hasRepos(namespace));
    if (!isKnown) throw missing('There is no organization or account with this name');
    return namespace;
  };
  return {
    owns: { owner_limits: byPeople },
    ownerLimits: async (trx) => {
      const own = new Map(
        (await new OwnerLimitsStore(trx).list()).map((each) => [each.namespace, each.running]),
      );
      return { running: (namespace) => own.get(namespace) ?? usualRunning };
    },
    refuseStorage: async (repoId) => {
      const namespace = (await repos.findById(repoId))?.namespace ?? '';
      const limit = await findStorage(namespace);
      if (limit === 0) return;
      const stored = await measure(namespace);
      if (stored < limit) return;
      const sizes = `${formatSize(stored)}, and its limit is ${formatSize(limit)}`;
      throw new AppError(413, `${namespace} stores ${sizes}`, { code: 'limit_reached' });
    },
    namespaceData: {
      list: async () => ({}),
      delete: async (trx, namespace) => void (await new OwnerLimitsStore(trx).delete(namespace)),
    },
    addRoutes: ({ api }) => {
      api.session(listOwnerLimits, async () =>
        Promise.all(
          (await store.list()).map(async (each) => ({
            ...each,
            stored: await measure(each.namespace),
          })),
        ),
      );
      api.session(setOwnerLimits, async ({ params, body }) => {
        const namespace = await requireOwner(params.namespace);
        await store.put(namespace, body);
        // Stages may wait for the earlier limit.
        bus.publish('queueChanged', {});
        return { namespace, ...body, stored: await measure(namespace) };
      });
      api.session(deleteOwnerLimits, async ({ params }) => {
        const namespace = await repos.findNamespace(params.namespace);
        if (!(await store.delete(namespace))) throw missing('It has no limits of its own');
        bus.publish('queueChanged', {});
        return undefined;
      });
      api.org(getOwnerLimits, async ({ params: { namespace } }) => ({
        running: (await store.find(namespace))?.running ?? usualRunning,
        storage: await findStorage(namespace),
        stored: await measure(namespace),
      }));
    },
  };
};
