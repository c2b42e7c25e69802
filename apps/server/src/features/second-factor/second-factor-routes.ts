import {
  createTotpSecret,
  getSecondFactor,
  getUserSecondFactor,
  removeSecondFactor,
  removeUserSecondFactor,
  renewRecoveryCodes,
  sessionCookie,
  setSecondFactor,
} from '@millrace/contract/api';
import { badRequest, notFound } from '@millrace/contract/api-errors';
import type { SessionStore } from '../../accounts/session-store.ts';
import type { UserService } from '../../accounts/user-service.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { PasswordProofs } from './password-proofs.ts';
import type { SecondFactorService } from './second-factor-service.ts';

interface Deps {
  factors: SecondFactorService;
  proofs: PasswordProofs;
  sessions: Pick<SessionStore, 'endOthers'>;
  users: Pick<UserService, 'require'>;
  isRequired: boolean;
}

/** Calls about the second factor of the signed-in account, and of other accounts. */
export function registerSecondFactorRoutes(routes: ApiRoutes, deps: Deps): void {
  const { factors, proofs, sessions, users } = deps;

  routes.session(getSecondFactor, ({ viewer }) => factors.describe(viewer));

  routes.session(createTotpSecret, ({ viewer }) => factors.propose(viewer));

  routes.session(setSecondFactor, async ({ viewer, body, request }) => {
    await proofs.require(viewer, body.password, request.ip);
    const codes = await factors.setUp(viewer, body.secret, body.code);
    if (!codes) throw badRequest('The code is wrong. Check the clock of the device');
    await sessions.endOthers(viewer.id, request.cookies[sessionCookie]);
    return { recovery_codes: codes };
  });

  routes.session(renewRecoveryCodes, async ({ viewer, body, request }) => {
    await proofs.require(viewer, body.password, request.ip);
    if ((await factors.stateOf(viewer)) !== 'on') throw notFound();
    return { recovery_codes: await factors.renewRecoveryCodes(viewer) };
  });

  routes.session(removeSecondFactor, async ({ viewer, body, request }) => {
    if (deps.isRequired) throw badRequest('This server requires a second factor');
    await proofs.require(viewer, body.password, request.ip);
    await factors.remove(viewer);
    return undefined;
  });

  routes.session(getUserSecondFactor, async ({ params }) =>
    factors.describe(await users.require(params.login)),
  );

  routes.session(removeUserSecondFactor, async ({ viewer, params }) => {
    const user = await users.require(params.login);
    if (user.id === viewer.id) {
      // Otherwise a stolen session would be enough to take over the account.
      throw badRequest('Remove your own second factor on your account page');
    }
    await factors.remove(user);
    return undefined;
  });
}
