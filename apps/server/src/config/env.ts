import { hideSecrets } from './hidden-secrets.ts';

type Environment = Record<string, string | undefined>;

let hidden: Environment = {};

/** Keeps secrets of the environment within this process. It may restart itself to do so. */
export function hideEnvironment(): void {
  hidden = hideSecrets(process.env);
}

/** The only reader of the environment. */
export function readEnvironment(): Environment {
  return { ...process.env, ...hidden };
}
