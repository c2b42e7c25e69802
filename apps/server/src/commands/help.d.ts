declare const commandHelp: {
  server: {
    calls: [string, string][];
    details: string;
  };
  runner: {
    calls: [string, string][];
    details: string;
  };
  health: {
    calls: [string, string][];
    details: string;
  };
  lint: {
    calls: [string, string][];
    details: string;
  };
  plan: {
    calls: [string, string][];
    details: string;
  };
  convert: {
    calls: [string, string][];
    details: string;
  };
  exec: {
    calls: [string, string][];
    details: string;
  };
  why: {
    calls: [string, string][];
    details: string;
  };
  mcp: {
    calls: [string, string][];
    details: string;
  };
  users: {
    calls: [string, string][];
    details: string;
  };
  db: {
    calls: [string, string][];
    details: string;
  };
  backup: {
    calls: [string, string][];
    details: string;
  };
  restore: {
    calls: [string, string][];
    details: string;
  };
  resume: {
    calls: [string, string][];
    details: string;
  };
  import: {
    calls: [string, string][];
    details: string;
  };
  secrets: {
    calls: [string, string][];
    details: string;
  };
  '--help': {
    calls: [string, string][];
  };
  '--version': {
    calls: [string, string][];
  };
};
export type CommandName = keyof typeof commandHelp;
/** Returns the usage of one command, or of all. */
export declare function helpText(name?: CommandName): string;
