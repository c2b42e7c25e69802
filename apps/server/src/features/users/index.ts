import { exportOwnData, exportUser } from '@millrace/contract/api';
import { listAccountData } from '../../accounts/account-data.ts';
import { createPasswordPolicy } from '../../accounts/password-policy.ts';
import { reencryptTokens } from '../../accounts/user-store.ts';
import type { User } from '../../domain/user.ts';
import type { CreateFeature } from '../../feature.ts';
import { NamespaceFolders } from '../../forges/builtin/namespace-folders.ts';
import { askAll, askFirst } from '../../shared/ask.ts';
import { registerAccountRoutes } from './account-routes.ts';
import { AccountService } from './account-service.ts';
import { Namespaces } from './namespaces.ts';
import { PasswordService } from './password-service.ts';
import { answerPersonData } from './person-data-answer.ts';
import { usersPort } from './port.ts';
import { registerProfileRoutes } from './profile-routes.ts';
import { createReplacedNames } from './replaced-names.ts';
import { registerUserRoutes } from './user-routes.ts';

/** Users: the signed-in account, and accounts that system admins manage. */
export const users: CreateFeature = (core, _ask, contributed) => {
  const { config, dirs, hosting, leases, userStore, clock } = core;
  const replacedNames = createReplacedNames(core, async (person) => {
    await askAll(contributed.forgetPerson, person);
  });
  const namespaces = new Namespaces({
    ...core,
    contributed,
    replacedNames,
    runExclusively: (name, job) => leases.runExclusively(name, job),
    folders: new NamespaceFolders(dirs.repositories, dirs.removed),
    receivePushes: (repo) => hosting.forge.receivePushes(repo),
  });
  const accounts = new AccountService(
    userStore,
    core.users,
    namespaces,
    clock,
    core.remote === null && config.forge.passwordSignIn,
    (applicant) => askFirst(contributed.admitAccount, applicant),
  );
  const passwords = new PasswordService({
    ...core,
    mayUsePassword: createPasswordPolicy(config),
  });
  return {
    owns: { namespace_moves: { reason: 'Deleted when the folders have been moved' } },
    port: usersPort.answer({
      changeNamespaces: (job) => namespaces.change(job),
      deleteNamespace: (name, remove) => namespaces.deleteNamespace(name, remove),
    }),
    addRoutes: ({ api }) => {
      registerUserRoutes(api, core.users, passwords);
      registerProfileRoutes(api, userStore, clock);
      registerAccountRoutes(api, accounts, core.users, passwords);
      const answer = (user: User) =>
        answerPersonData(
          user.login,
          contributed.personData.map((list) => list(user)),
        );
      api.session(exportOwnData, ({ viewer }) => answer(viewer));
      api.session(exportUser, async ({ params }) => answer(await core.users.require(params.login)));
    },
    personData: (user) => listAccountData(core.db, user),
    jobs: { replacedNames },
    reencrypt: reencryptTokens,
    prepare: () => namespaces.reconcileFolders(),
  };
};
