import type { Commands } from './command-line/command.ts';
import { queueHelp, reposHelp, secretsHelp, tokensHelp } from './commands/administration/help.ts';
import { applyHelp, exportHelp } from './commands/apply/apply-help.ts';
import { execHelp } from './commands/exec/exec-help.ts';
import { runnersHelp } from './commands/runners/runners-help.ts';

const buildOption = `  --build FILE   properties of the build as JSON, - for standard input; default: a push to the default
                 branch. docs/pipelines.md has a table of the keys.`;

/** Commands for people and their programs, which need no server on this machine. */
export const clientCommands = {
  lint: {
    help: {
      calls: [['lint [--json] [--strict] FILE…', 'checks pipeline files']],
      details: `Prints a line for each finding. Scripts (.star, .starlark, .script, .jsonnet) are run for a push to the
default branch, and the YAML that they return is checked. FILE can be - for standard input.

  --folder FOLDER   checks FILE and the pipeline files of this folder as one; FILE may be missing
  --json            prints an array of the findings for programs
  --strict          counts warnings as errors

Exit code 1 if a file has an error, 2 if one cannot be read.`,
    },
    load: async () => (await import('./commands/lint.ts')).lint,
  },
  plan: {
    help: {
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
    load: async () => (await import('./commands/plan.ts')).plan,
  },
  convert: {
    help: {
      calls: [
        [
          'convert FILE [--build FILE]',
          'prints a script, or a file of another CI system, as pipeline YAML',
        ],
      ],
      details: `${buildOption}

FILE may be a workflow of GitHub, or a file of GitLab, CircleCI or Woodpecker. Each thing without an equivalent is a comment
in the pipeline and a line on standard error.`,
    },
    load: async () => (await import('./commands/plan.ts')).convert,
  },
  exec: { help: execHelp, load: async () => (await import('./commands/exec.ts')).exec },
  why: {
    help: {
      calls: [['why [BUILD]', 'prints why a build of the server failed']],
      details: `  --repo NAME    repository of the build, NAMESPACE/NAME; default: that of the git remote
  --server URL   default: MILLRACE_SERVER or DRONE_SERVER
  --json         prints the answer for programs

Without BUILD, prints about the newest build of the checked-out branch. Needs MILLRACE_TOKEN.`,
    },
    load: async () => (await import('./commands/why.ts')).why,
  },
  runners: {
    help: runnersHelp,
    load: async () => (await import('./commands/runners.ts')).runners,
  },
  apply: { help: applyHelp, load: async () => (await import('./commands/apply.ts')).apply },
  'export-settings': {
    help: exportHelp,
    load: async () => (await import('./commands/export-settings.ts')).exportSettings,
  },
  repos: {
    help: reposHelp,
    load: async () => (await import('./commands/administration/repos.ts')).repos,
  },
  secrets: {
    help: secretsHelp,
    load: async () => (await import('./commands/administration/secrets.ts')).secrets,
  },
  tokens: {
    help: tokensHelp,
    load: async () => (await import('./commands/administration/tokens.ts')).tokens,
  },
  queue: {
    help: queueHelp,
    load: async () => (await import('./commands/administration/queue.ts')).queue,
  },
  mcp: {
    help: {
      calls: [
        ['mcp', 'offers builds, logs and restarts to programs, by the Model Context Protocol'],
      ],
      details: `  --repo NAME    default repository, NAMESPACE/NAME; default: that of the git remote
  --server URL   default: MILLRACE_SERVER or DRONE_SERVER
  --read-only    leaves out what changes something

Speaks on standard input and output, with the rights of MILLRACE_TOKEN.`,
    },
    load: async () => (await import('./commands/mcp.ts')).mcp,
  },
} satisfies Commands;
