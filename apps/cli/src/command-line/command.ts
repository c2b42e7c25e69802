/** Runs a command. Resolves with the exit code. */
export type RunCommand = (args: readonly string[]) => Promise<number>;

export interface CommandHelp {
  /** Ways to call the command, with their purpose. */
  calls: [call: string, purpose: string][];
  /** Only shown by `millrace COMMAND --help`. */
  details?: string;
}

/** A command of the program. Its modules are loaded on demand. */
export interface Command {
  help: CommandHelp;
  /** Set if it accepts no arguments. Its settings are in the environment. */
  isWordless?: true;
  load: () => Promise<RunCommand>;
}

export type Commands = Readonly<Record<string, Command>>;
