import { hideSecrets } from './hidden-secrets.ts';

type Environment = Record<string, string | undefined>;

let hidden: Environment = {};

/** Removes secrets from the environment that child processes inherit. May restart the process. */
export function hideEnvironment(): void {
  hidden = hideSecrets(process.env);
}

/** Returns the environment, with hidden secrets. No other code reads it. */
export function readEnvironment(): Environment {
  return { ...process.env, ...hidden };
}
