import { createPasswordPolicy } from '../../accounts/password-policy.ts';
import { reencryptColumn } from '../../db/reencrypt.ts';
import type { CreateFeature } from '../../feature.ts';
import { PasswordProofs } from './password-proofs.ts';
import { secondFactorPort } from './port.ts';
import { registerSecondFactorRoutes } from './second-factor-routes.ts';
import { SecondFactorService } from './second-factor-service.ts';
import { SecondFactorStore } from './second-factor-store.ts';

/** Second factor of accounts with a password: codes of an authenticator app, and recovery codes. */
export const secondFactor: CreateFeature = (core) => {
  const { config, keys } = core;
  const isRequired = config.secondFactor === 'required';
  const factors = new SecondFactorService({
    ...core,
    store: new SecondFactorStore(core.db),
    sealer: keys.sealer,
    isRequired,
  });
  const proofs = new PasswordProofs({ ...core, mayUsePassword: createPasswordPolicy(config) });
  return {
    owns: { totp_secrets: 'account', recovery_codes: 'account' },
    port: secondFactorPort.answer({ removeSecondFactor: (user) => factors.remove(user) }),
    secondFactor: factors,
    personData: (user) => ({
      second_factor: async function* () {
        yield await factors.describe(user);
      },
    }),
    addRoutes: ({ api }) =>
      registerSecondFactorRoutes(api, { ...core, factors, proofs, isRequired }),
    reencrypt: reencryptColumn('totp_secrets', 'secret_sealed', ['user_id']),
  };
};
