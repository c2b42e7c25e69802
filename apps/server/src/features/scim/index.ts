import { isNamespaceUsed } from '../../db/namespace-data.ts';
import type { User } from '../../domain/user.ts';
import type { CreateFeature } from '../../feature.ts';
import { askAll } from '../../shared/ask.ts';
import { ScimGroupStore } from './scim-group-store.ts';
import { ScimGroups } from './scim-groups.ts';
import { registerScimRoutes } from './scim-routes.ts';
import { prepareScimScope } from './scim-scope.ts';
import { ScimUserStore } from './scim-user-store.ts';
import { ScimUsers } from './scim-users.ts';

const prefix = '/scim/v2';

/** SCIM 2.0: an identity provider creates, changes and deactivates accounts, and reports their groups. */
export const scim: CreateFeature = (core, _ask, contributed) => {
  const { config, db, leases } = core;
  const store = new ScimUserStore(db);
  const groupStore = new ScimGroupStore(db);
  const reportGroups = async (user: User) => {
    const names = (await groupStore.listOfUser(user.id)).map(({ name }) => name);
    await askAll(contributed.onGroupsReported, user, 'scim', names);
  };
  const users = new ScimUsers({
    ...core,
    store,
    groups: groupStore,
    firstAdmin: config.adminLogin,
    loginDomain: (config.oidc ?? config.ldap)?.rules.loginDomain ?? '',
    isNamespaceUsed: (name) => isNamespaceUsed(contributed.namespaceData, db, name),
    reportGroups,
  });
  const groups = new ScimGroups({ ...core, store: groupStore, users: store, reportGroups });
  return {
    owns: {
      scim_users: 'account',
      scim_groups: { reason: 'The identity provider creates and deletes its rows' },
      scim_members: 'account',
    },
    personData: ({ id }) => ({
      scim: async function* () {
        const managed = await store.find(id);
        if (!managed) return;
        const { userName, externalId } = managed;
        yield { userName, externalId, groups: await groupStore.listOfUser(id) };
      },
    }),
    addRoutes: async ({ app }) => {
      // With a remote forge, accounts are those of the forge.
      if (core.remote) return;
      await app.register(
        async (scope) => {
          const viewerOf = prepareScimScope(scope, core.authority);
          registerScimRoutes(scope, {
            ...core,
            users,
            groups,
            groupStore,
            viewerOf,
            runExclusively: (job) => leases.runExclusively('scim', job),
            refuseChanges: () => askAll(contributed.refuseChanges),
            base: () => core.publicUrl() + prefix,
          });
        },
        { prefix },
      );
    },
  };
};
