import formbody from '@fastify/formbody';
import type { Core } from '../../core.ts';
import type { CreateFeature } from '../../feature.ts';
import type { OpenedForge } from '../../forges/open-forge.ts';
import { listIdentitiesOf, reencryptIdentities } from '../../forges/remote/identity-store.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { createAccountChecks } from './account-checks.ts';
import { AccountRights } from './account-rights.ts';
import { Admissions } from './admissions.ts';
import { ExternalIdentityStore } from './external-identity-store.ts';
import { ForgeSignIn } from './forge-sign-in.ts';
import { PendingSignIns } from './pending-sign-ins.ts';
import { SecondFactorSignIn } from './second-factor-sign-in.ts';
import { SessionReplies } from './session-replies.ts';
import { registerSessionRoutes } from './session-routes.ts';
import { createSingleSignOn } from './single-sign-on.ts';

/** Sign-in with a password, at the forge or through single sign-on, and revoked access of accounts that the forge no longer accepts. */
export const signIn: CreateFeature = (core, _ask, contributed) => {
  const { config, keys, remote } = core;
  const { admins, allowed, passwordSignIn } = config.forge;
  const rights = new AccountRights({ ...core, users: core.userStore, admins, allowed });
  const checkAccount = async (user: { id: number }) => {
    if (remote) await rights.apply(user, await remote.forge.checkAccount(user.id));
  };
  const admissions = new Admissions({
    ...core,
    contributed,
    isFixedAdmin: (login) => {
      const name = login.toLowerCase();
      return name === config.adminLogin.toLowerCase() || admins.includes(name);
    },
  });
  const pendingSignIns = new PendingSignIns({ sealer: keys.sealer, clock: core.clock });
  const pages = remote?.forge.signIn;
  const forgeSignIn = pages
    ? new ForgeSignIn({ ...core, pages, pendingSignIns, rights, admissions, admins })
    : null;
  const own = createSingleSignOn({ core, contributed, rights, admissions, pendingSignIns });
  const replies = new SessionReplies({
    ...core,
    onSignedIn: (user) => {
      for (const onSignedIn of contributed.onSignedIn) onSignedIn(user);
    },
    basePath: config.basePath,
    isSecure: config.tls !== null || (config.publicUrl?.startsWith('https:') ?? false),
  });
  return {
    owns: {
      external_identities: 'account',
      used_logout_tokens: { reason: 'Deleted at the next one after their five minutes' },
    },
    personData: ({ id }) => ({
      external_identities: async function* () {
        yield* await new ExternalIdentityStore(core).listOf(id);
      },
      forge_identities: async function* () {
        yield* await listIdentitiesOf(core.db, id);
      },
    }),
    checkAccount,
    onAccessEnded: (userId, end) => rights.end(userId, end),
    onGroupsMapped: own.checkSoon,
    addRoutes: async ({ app, web }) => {
      // Only these routes accept HTML forms: other sites can submit forms without the user's knowledge.
      await app.register(async (scope) => {
        await scope.register(formbody);
        registerSessionRoutes(scope, {
          ...core,
          web,
          replies,
          secondFactors: new SecondFactorSignIn({ ...core, contributed, sealer: keys.sealer }),
          configuredUrl: config.publicUrl,
          forgeSignIn,
          oidcSignIn: own.oidcSignIn,
          backChannelLogout: own.backChannelLogout,
          // The first admin keeps a password, except with a remote forge.
          passwordSignIn: passwordSignIn || !remote ? own.passwordSignIn : null,
        });
      });
    },
    prepare: own.prepare,
    reencrypt: reencryptIdentities,
    jobs: {
      checkAccounts: remote && createChecksJob(core, remote, checkAccount),
      checkDirectoryAccounts: own.checks,
    },
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
