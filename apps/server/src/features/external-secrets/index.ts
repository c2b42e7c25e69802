import type { Core } from '../../core.ts';
import type { CreateFeature } from '../../feature.ts';
import { runnersPort } from '../runners/port.ts';
import { ExternalSecrets } from './external-secrets.ts';
import { createFolderSource } from './folder-source.ts';
import { VaultClient } from './vault-client.ts';
import { createVaultSource } from './vault-source.ts';
import { VaultToken } from './vault-token.ts';

/** Secrets that are stored outside of the server: by extensions, in Vault and in a folder. */
export const externalSecrets: CreateFeature = (core, ask, contributed) => {
  const { config, pipelineReader } = core;
  const { folder } = config.externalSecrets;
  const vault = openVault(core);
  const secrets = new ExternalSecrets({
    pipelineReader,
    mayRunnersHaveSources: () => ask(runnersPort).mayRemoteConnect(),
    sources: () => [
      ...contributed.secretSources,
      ...(vault ? [vault.source] : []),
      ...(folder ? [createFolderSource(folder)] : []),
    ],
  });
  return {
    pipelineFile: { findProblem: (repo, yaml, stages) => secrets.findProblem(repo, yaml, stages) },
    stageInputs: async ({ repo, build, config, stage }) => ({
      secrets: await secrets.listFor(repo, build, config, stage),
    }),
    start: async () => vault?.token.start(),
    stop: async () => vault?.token.stop(),
  };
};

function openVault({ config, clock, logger }: Core) {
  const { vault: settings } = config.externalSecrets;
  if (!settings) return null;
  const client = new VaultClient(settings);
  const token = new VaultToken({ client, auth: settings.auth, clock, logger });
  return { token, source: createVaultSource({ settings, client, token }) };
}
