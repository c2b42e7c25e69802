import { runRunner } from '@millrace/runner/command';
import { readEnvironment } from '../config/env.ts';
import { explainDroneVariables } from '../drone/settings/explain-drone-variables.ts';
import { version } from '../version.ts';
import { say } from './say.ts';

/** `millrace runner`: runs a remote runner. It needs the URL of a server, but not its data. */
export async function runner(): Promise<number> {
  const env = readEnvironment();
  explainDroneVariables(env).forEach(say);
  return runRunner(env, version.version);
}
