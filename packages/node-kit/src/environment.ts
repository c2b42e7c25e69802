type Environment = Record<string, string | undefined>;

let hidden: Environment = {};

/** Keeps variables that were removed from the environment, which child processes inherit. */
export function keepHidden(variables: Environment): void {
  hidden = variables;
}

/** Returns the environment, with hidden secrets. No other code reads it. */
export function readEnvironment(): Environment {
  return { ...process.env, ...hidden };
}
