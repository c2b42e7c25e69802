import formbody from '@fastify/formbody';
import type { Core } from '../../core.ts';
import type { CreateFeature } from '../../feature.ts';
import type { OpenedForge } from '../../forges/open-forges.ts';
import { reencryptIdentities } from '../../forges/remote/identity-store.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { createAccountChecks } from './account-checks.ts';
import { AccountRights } from './account-rights.ts';
import { ForgeSignIn } from './forge-sign-in.ts';
import { registerSessionRoutes } from './session-routes.ts';

/** Sign-in with a password or at the forge, and revoked access of accounts that the forge no longer accepts. */
export const signIn: CreateFeature = (core, ports) => {
  const { config, keys, remote } = core;
  const { admins, allowed, passwordSignIn } = config.forge;
  const rights = new AccountRights({ ...core, users: core.userStore, admins, allowed });
  const checkAccount = async (user: { id: number }) => {
    if (remote) await rights.apply(user, await remote.forge.checkAccount(user.id));
  };
  const { sealer } = keys;
  const pages = remote?.forge.signIn;
  const forgeSignIn = pages ? new ForgeSignIn({ ...core, pages, sealer, rights, admins }) : null;
  return {
    ports: { endAccess: (userId, end) => rights.end(userId, end), checkAccount },
    addRoutes: async ({ app, web }) => {
      // Only these routes accept HTML forms: other sites can submit forms without the user's knowledge.
      await app.register(async (scope) => {
        await scope.register(formbody);
        registerSessionRoutes(scope, {
          ...core,
          web,
          forgeSignIn,
          hasPasswords: passwordSignIn,
          onSignedIn: (user) => ports.startRepoSync(user),
          isSecure: config.publicUrl?.startsWith('https:') ?? false,
        });
      });
    },
    reencrypt: reencryptIdentities,
    jobs: { checkAccounts: remote && createChecksJob(core, remote, checkAccount) },
  };
};

function createChecksJob(
  core: Core,
  remote: OpenedForge,
  checkAccount: (user: { id: number }) => Promise<void>,
): RepeatedJob {
  const { maxPerMinute } = core.config.forge.checks;
  const checks = createAccountChecks({ ...core, remote, maxPerMinute, checkAccount });
  return new RepeatedJob({
    ...core,
    everyMs: 60_000,
    failure: 'The background checks of accounts failed',
    work: (stopped) => checks.tick(stopped),
  });
}
