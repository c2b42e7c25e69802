import { systemClock } from '@millrace/node-kit/clock';
import { skipIf } from '@millrace/test-support/skip-if';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startRealVault, vaultProgram } from '../../../testing/vault/real-vault.ts';
import { describeVault, openVault } from '../../../testing/vault/vault-cases.ts';
import { callVault } from '../../../testing/vault/vault-under-test.ts';

describe(
  'a real Vault (MILLRACE_TEST_VAULT)',
  skipIf(!vaultProgram && 'MILLRACE_TEST_VAULT is not set'),
  () => {
    describeVault(startRealVault);

    it('renews a token that the administrator gave, before it expires', async () => {
      const vault = await startRealVault();
      onTestFinished(() => vault.stop());
      await callVault(vault, 'secret/data/millrace/acme/site/db', { data: { value: 'kept' } });
      const { auth } = await callVault<{ auth: { client_token: string } }>(
        vault,
        'auth/token/create',
        { ttl: '8s', renewable: true },
      );
      const { find, token } = openVault({
        MILLRACE_VAULT_ADDR: vault.url,
        MILLRACE_VAULT_TOKEN: auth.client_token,
      });
      onTestFinished(() => token.stop());
      token.start();
      // The life of the token that Vault gave it has passed.
      await systemClock.wait(12_000, new AbortController().signal);
      expect(await find('secret/millrace/acme/site/db')).toEqual({ kind: 'value', value: 'kept' });
    }, 20_000);
  },
);
