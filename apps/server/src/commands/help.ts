interface CommandHelp {
  /** Ways to call the command, with their purpose. */
  calls: [call: string, purpose: string][];
  /** Only shown by `millrace COMMAND --help`. */
  details?: string;
}

const buildOption = `  --build FILE   properties of the build as JSON, - for standard input; default: a push to the default
                 branch. docs/pipelines.md has a table of the keys.`;
const fromEnvironment = 'Its settings are environment variables';

const commandHelp = {
  server: {
    calls: [['server', 'runs the server with an embedded runner; the default command']],
    details: `${fromEnvironment}; docs/configuration.md lists them.`,
  },
  runner: {
    calls: [['runner [--once]', 'runs a remote runner']],
    details: `  --once   runs one stage and ends, for machines that an autoscaler starts

${fromEnvironment}, MILLRACE_SERVER and MILLRACE_RPC_SECRET first; docs/runners.md has their table.`,
  },
  health: {
    calls: [['health', 'checks that the server or runner of this machine works']],
    details: `If MILLRACE_SERVER is set, checks the runner of MILLRACE_RUNNER_DATA, otherwise the server at
MILLRACE_HOST and MILLRACE_PORT. Exit code 1 if it does not work.`,
  },
  lint: {
    calls: [['lint [--json] FILE…', 'checks pipeline files']],
    details: `Prints a line for each finding. Scripts (.star, .starlark, .script, .jsonnet) are run for a push to the
default branch, and the YAML that they return is checked. FILE can be - for standard input.

  --folder FOLDER   checks FILE and the pipeline files of this folder as one; FILE may be missing
  --json            prints an array of the findings for programs

Exit code 1 if a file has an error, 2 if one cannot be read.`,
  },
  plan: {
    calls: [
      ['plan FILE [--build FILE] [--json]', 'shows what a build would run and why not the rest'],
      ['plan FILE --history BUILDS', 'compares the latest builds with what FILE would run'],
    ],
    details: `${buildOption}
  --folder FOLDER
                 reads FILE and the pipeline files of this folder; FILE may be missing
  --json         prints the pipelines and their steps for programs
  --history BUILDS
                 asks a server which stages and steps of its latest builds, at most 100, FILE would change
  --repo NAME    namespace/name of the repository; by default that of the git remote
  --server URL   by default MILLRACE_SERVER; the token is MILLRACE_TOKEN
  --branch NAME  branch of the other pipeline files and includes; by default the default branch`,
  },
  convert: {
    calls: [['convert FILE [--build FILE]', 'prints the pipeline YAML that a script returns']],
    details: buildOption,
  },
  exec: {
    calls: [
      ['exec [FILE]', 'runs the pipelines of the working tree on this machine'],
      ['exec --build NUMBER', 'replays a failed step of a build on this machine'],
    ],
    details: `  --stage NAME         runs only the stages of this name
  --step NAME          runs only this step, the steps that it needs, and all services
  --event EVENT        event of the build: push (the default), pull_request, tag, promote, rollback, cron, custom
  --branch NAME        branch of the build
  --ref REF            git reference of the build
  --target NAME        target of a promotion or a rollback
  --cron NAME          name of the cron job
  --param NAME=VALUE   parameter of the build; may be repeated
  --folder FOLDER      reads the pipeline files of this folder too
  --build FILE         properties of the build as JSON, - for standard input
  --build NUMBER       replays a failed step of this build of the server, with its commit; needs MILLRACE_TOKEN
  --repo NAME          repository of that build, NAMESPACE/NAME; default: that of the git remote
  --trusted            allows what only trusted repositories may use
  --secret-file FILE   secrets, one NAME=value a line; values of several lines in quotes
  --server URL         address that the steps see as that of their server; default: MILLRACE_SERVER or DRONE_SERVER
  --templates FOLDER   templates of the organization
  --timeout MINUTES    time limit of each stage; default: none
  --no-cache           neither reads nor stores caches
  --shell              opens a shell after the steps, in their folder and with their variables
  --json               prints the finished build as JSON; the logs go to standard error

Without FILE, runs .drone.yml. Exit code 0 if the build succeeds, 1 if it fails, 2 if the file or the arguments are
wrong, 3 if a stage cannot run on this machine, 130 if it is cancelled.`,
  },
  why: {
    calls: [['why [BUILD]', 'prints why a build of the server failed']],
    details: `  --repo NAME    repository of the build, NAMESPACE/NAME; default: that of the git remote
  --server URL   default: MILLRACE_SERVER or DRONE_SERVER
  --json         prints the answer for programs

Without BUILD, prints about the newest build of the checked-out branch. Needs MILLRACE_TOKEN.`,
  },
  mcp: {
    calls: [['mcp', 'offers builds, logs and restarts to programs, by the Model Context Protocol']],
    details: `  --repo NAME    default repository, NAMESPACE/NAME; default: that of the git remote
  --server URL   default: MILLRACE_SERVER or DRONE_SERVER
  --read-only    leaves out what changes something

Speaks on standard input and output, with the rights of MILLRACE_TOKEN.`,
  },
  users: {
    calls: [
      ['users add LOGIN [--admin]', 'adds an account'],
      ['users password LOGIN', 'sets a new password'],
      ['users grant LOGIN NAMESPACE/NAME ROLE', 'gives permission in a repository'],
      ['users confirm LOGIN', 'lets a person sign in to an imported account'],
    ],
    details: `Passwords are read from standard input. ROLE is read, write or admin. The server may be running.`,
  },
  db: {
    calls: [
      ['db copy --from PLACE --to PLACE', 'moves an installation between SQLite and Postgres'],
      ['db compact PLACE', 'shrinks a SQLite file'],
    ],
    details: 'PLACE is a file or postgres://…; the server must be stopped.',
  },
  backup: {
    calls: [['backup FILE [--objects] [--with-key]', 'writes a backup while the server runs']],
    details: `  --objects    includes artifacts, and logs in the object store
  --with-key   includes the key, encrypted with a passphrase on standard input`,
  },
  restore: {
    calls: [['restore FILE [--force] [--with-key] [--resume]', 'restores a backup']],
    details: `  --force      replaces existing data
  --with-key   restores the key too; its passphrase is read from standard input
  --resume     lets the server work at once; otherwise builds, cron jobs and outgoing work wait

The server must be stopped. Exit code 2 if logs or artifacts are missing in the object store.`,
  },
  resume: {
    calls: [['resume', 'starts the work of a restored or imported server']],
    details:
      'Builds, cron jobs and outgoing work wait after a restore or import until then. The server may be running.',
  },
  import: {
    calls: [['import drone --from KIND URL', 'adds everything from a Drone server']],
    details: `  KIND         sqlite3, postgres or mysql
  URL          database of Drone: its file, or postgres://… or mysql://…
  --secret     value of DRONE_DATABASE_SECRET, if the database is encrypted
  --logs       logs outside of the database: s3://BUCKET/PREFIX, or file:///FOLDER with a copy of the bucket
  --without-forge-tokens
               leaves the tokens for the forge to Drone, while it is running
  --resume     lets the server work at once; otherwise builds, cron jobs and outgoing work wait
  --dry-run    checks the database and the key, and counts the rows

The server must be stopped. docs/moving-from-drone.md describes the whole move.`,
  },
  secrets: {
    calls: [['secrets rotate-key', 'encrypts all secrets and tokens with a new key']],
    details: 'The server must be stopped.',
  },
  '--help': { calls: [['--help, -h', 'prints this; after a command, its options']] },
  '--version': { calls: [['--version', 'prints the version']] },
} satisfies Record<string, CommandHelp>;

export type CommandName = keyof typeof commandHelp;

const settings =
  'Settings are environment variables such as MILLRACE_PORT and MILLRACE_DATA; docs/configuration.md lists them.';

/** Returns the usage of one command, or of all. */
export function helpText(name?: CommandName): string {
  if (name !== undefined) {
    const { calls, details }: CommandHelp = commandHelp[name];
    const usage = calls.map(([call, purpose]) => `  millrace ${call.padEnd(38)} ${purpose}`);
    return [`Usage:\n${usage.join('\n')}`, ...(details ? [details] : [])].join('\n\n');
  }
  const lines = Object.values(commandHelp)
    .flatMap(({ calls }: CommandHelp) => calls)
    .map(([call, purpose]) => `  ${call.padEnd(38)} ${purpose}`);
  return `Usage: millrace [COMMAND …]\n\n${lines.join('\n')}\n\n${settings}`;
}
