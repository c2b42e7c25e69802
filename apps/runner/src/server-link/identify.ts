import type { Clock } from '@millrace/node-kit/clock';
import { StartError } from '@millrace/node-kit/start-error';
import { hashToken, readCredential, type StoredCredential } from '../config/credential-file.ts';
import type { RunnerConfig } from '../config/runner-config.ts';
import { runnerSettings } from '../config/settings/runner-settings.ts';
import { connect } from './connect.ts';
import { registerIn } from './register.ts';

/** How a runner calls its server. */
export interface RunnerIdentity {
  /** Credential of its own, or the shared secret. */
  secret: string;
  isCredential: boolean;
  name: string;
  labels: Record<string, string>;
}

type Configured = Pick<RunnerConfig, 'server' | 'secret' | 'token' | 'name' | 'labels' | 'dataDir'>;

/**
 * Returns the credential of the data folder. Without one, or with another one-time token than that it was exchanged for, the
 * runner registers first, as soon as the server answers. Without both, it has the shared secret. Returns undefined if
 * `signal` aborts.
 */
export async function identify(
  config: Configured,
  { clock, print }: { clock: Clock; print: (line: string) => void },
  signal: AbortSignal,
): Promise<RunnerIdentity | undefined> {
  const { server, secret, token, name, labels, dataDir } = config;
  const stored = await readCredential(dataDir, server);
  if (stored && (!token || stored.tokenHash === hashToken(token)))
    return ofCredential(stored, labels);
  if (token) {
    let registered: StoredCredential | undefined;
    const ping = async () => {
      registered = await registerIn(dataDir, server, token);
    };
    await connect({ api: { ping }, server, machine: name, clock, print }, signal);
    return registered && ofCredential(registered, labels);
  }
  if (secret) return { secret, isCredential: false, name, labels };
  const { token: tokenSetting, secret: secretSetting } = runnerSettings;
  throw new StartError(
    `Set ${tokenSetting.name} to the one-time token of this runner, or ${secretSetting.name} to the secret of the server.`,
  );
}

function ofCredential(
  { credential, name, labels }: StoredCredential,
  ownLabels: Record<string, string>,
): RunnerIdentity {
  return { secret: credential, isCredential: true, name, labels: labels ?? ownLabels };
}
