import { hideSecrets } from './hidden-secrets.ts';

type Environment = Record<string, string | undefined>;

let hidden: Environment = {};

/** Keeps the secrets of the environment to this process; it may start itself anew for that. */
export function hideEnvironment(): void {
  hidden = hideSecrets(process.env);
}

/** The only reader of the environment. */
export function readEnvironment(): Environment {
  return { ...process.env, ...hidden };
}
