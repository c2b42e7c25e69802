import { clientCommands } from '@millrace/cli/client-commands';
import type { Commands } from '@millrace/cli/command-line/command';
import { runProgram } from '@millrace/cli/command-line/run-program';
import { readEnvironment } from '@millrace/node-kit/environment';
import { runnerHelp } from './commands/runner-help.ts';

/** Commands that run the server and the runner, which is the default. */
const running = {
  server: {
    help: {
      calls: [['server', 'runs the server with an embedded runner; the default command']],
      details: 'Its settings are environment variables; docs/configuration.md lists them.',
    },
    isWordless: true,
    load: async () => {
      await prepare();
      return (await import('./commands/serve.ts')).serve;
    },
  },
  runner: {
    help: runnerHelp,
    load: async () => {
      await prepare();
      return (await import('./commands/runner.ts')).runner;
    },
  },
  health: {
    help: {
      calls: [['health', 'checks that the server or runner of this machine works']],
      details: `If MILLRACE_SERVER is set, checks the runner of MILLRACE_RUNNER_DATA, otherwise the server at
MILLRACE_HOST and MILLRACE_PORT. Exit code 1 if it does not work.`,
    },
    isWordless: true,
    load: async () => (await import('./commands/health.ts')).health,
  },
} satisfies Commands;

/** Commands for the data of the server. */
const administration = {
  users: {
    help: {
      calls: [
        ['users add LOGIN [--admin]', 'adds an account'],
        ['users password LOGIN', 'sets a new password'],
        ['users grant LOGIN NAMESPACE/NAME ROLE', 'gives permission in a repository'],
        ['users confirm LOGIN', 'lets a person sign in to an imported account'],
      ],
      details: `Passwords are read from standard input. ROLE is read, write or admin. The server may be running.`,
    },
    load: async () => (await import('./commands/users.ts')).users,
  },
  orgs: {
    help: {
      calls: [
        ['orgs list', 'lists organizations'],
        ['orgs add NAME OWNER', 'adds an organization'],
        ['orgs member NAME LOGIN ROLE', 'adds a member, or changes its role'],
        ['orgs remove NAME LOGIN', 'removes a member'],
      ],
      details: `ROLE is member or owner. The server may be running.`,
    },
    load: async () => (await import('./commands/orgs.ts')).orgs,
  },
  teams: {
    help: {
      calls: [
        ['teams add NAME TEAM ROLE [--all]', 'adds a team of an organization'],
        ['teams member NAME TEAM LOGIN', 'adds a member'],
        ['teams remove NAME TEAM LOGIN', 'removes a member'],
        ['teams repo NAME TEAM REPOSITORY', 'gives the team its role in a repository'],
        ['teams group NAME TEAM GROUP', 'makes the people in a group members'],
      ],
      details: `ROLE is read, write or admin; --all gives it in all repositories. The server may be running.`,
    },
    load: async () => (await import('./commands/teams.ts')).teams,
  },
  db: {
    help: {
      calls: [
        ['db copy --from PLACE --to PLACE', 'moves an installation between SQLite and Postgres'],
        ['db compact PLACE', 'shrinks a SQLite file'],
      ],
      details: 'PLACE is a file or postgres://…; the server must be stopped.',
    },
    load: async () => (await import('./commands/db.ts')).db,
  },
  backup: {
    help: {
      calls: [['backup FILE [--objects] [--with-key]', 'writes a backup while the server runs']],
      details: `  --objects    includes artifacts, and logs in the object store
  --with-key   includes the key, encrypted with a passphrase on standard input`,
    },
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  restore: {
    help: {
      calls: [['restore FILE [--force] [--with-key] [--resume]', 'restores a backup']],
      details: `  --force      replaces existing data
  --with-key   restores the key too; its passphrase is read from standard input
  --resume     lets the server work at once; otherwise builds, cron jobs and outgoing work wait

The server must be stopped. Exit code 2 if logs or artifacts are missing in the object store.`,
    },
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  resume: {
    help: {
      calls: [['resume', 'starts the work of a restored or imported server']],
      details:
        'Builds, cron jobs and outgoing work wait after a restore or import until then. The server may be running.',
    },
    load: async () => (await import('./commands/resume.ts')).resume,
  },
  import: {
    help: {
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
    load: async () => {
      await prepare();
      return (await import('./commands/import.ts')).importCommand;
    },
  },
  secrets: {
    help: {
      calls: [
        ...clientCommands.secrets.help.calls,
        ['secrets rotate-key', 'encrypts all secrets and tokens with a new key'],
      ],
      details: `${clientCommands.secrets.help.details ?? ''}

For rotate-key, the server must be stopped.`,
    },
    load: async () => async (args) =>
      args[0] === 'rotate-key'
        ? (await import('./commands/secrets.ts')).secrets(args)
        : (await clientCommands.secrets.load())(args),
  },
} satisfies Commands;

await runProgram({ ...running, ...clientCommands, ...administration });

/** Prepares a long-running command, which calls other machines. */
async function prepare(): Promise<void> {
  const { hideEnvironment } = await import('./config/hide-environment.ts');
  hideEnvironment();
  const { useProxies } = await import('@millrace/node-kit/use-proxies');
  useProxies(readEnvironment());
}
