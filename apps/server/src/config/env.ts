type Environment = Record<string, string | undefined>;

let hidden: Environment = {};

/** Removes secrets from the environment that child processes inherit. May restart the process. */
export async function hideEnvironment(): Promise<void> {
  // Other commands do not load the list of settings.
  const { hideSecrets } = await import('./hidden-secrets.ts');
  hidden = hideSecrets(process.env);
}

/** Returns the environment, with hidden secrets. No other code reads it. */
export function readEnvironment(): Environment {
  return { ...process.env, ...hidden };
}
