import { findFreePort } from '@millrace/test-support/free-port';
import { execa } from 'execa';
import type { VaultUnderTest } from './vault-under-test.ts';

/** A program of HashiCorp Vault, or one that is compatible. */
export const vaultProgram = process.env.MILLRACE_TEST_VAULT;

const rootToken = 'root';
const startMs = 30_000;

/** Starts a Vault in its development mode, in memory. */
export async function startRealVault(): Promise<VaultUnderTest> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const args = ['server', '-dev', '-dev-no-store-token', `-dev-root-token-id=${rootToken}`];
  const running = execa(vaultProgram ?? '', [...args, `-dev-listen-address=127.0.0.1:${port}`], {
    reject: false,
  });
  const isReady = () =>
    fetch(`${url}/v1/sys/internal/ui/mounts/secret/x`, {
      headers: { 'x-vault-token': rootToken },
    }).then(
      ({ ok }) => ok,
      () => false,
    );
  const ended = running.then(({ stderr }) => Promise.reject(new Error(`Vault ended: ${stderr}`)));
  ended.catch(() => {});
  for (const deadline = Date.now() + startMs; !(await Promise.race([isReady(), ended])); ) {
    if (Date.now() > deadline) throw new Error('Vault has not started');
  }
  return {
    url,
    rootToken,
    stop: async () => {
      running.kill();
      await running;
    },
  };
}
