import type { CommandHelp } from '../../command-line/command.ts';

const common = `  --server URL   default: MILLRACE_SERVER or DRONE_SERVER
  --json         prints the answer for programs`;

const owner = `  --repo NAME    of a repository, NAMESPACE/NAME
  --org NAME     of an organization`;

export const reposHelp: CommandHelp = {
  calls: [
    ['repos ls [--org NAME]', 'lists repositories'],
    ['repos info NAME', 'prints the settings of a repository'],
    ['repos enable NAME', 'lets the events of a repository start builds'],
    ['repos disable NAME', 'no longer lets them'],
    ['repos update NAME SETTING=VALUE…', 'changes settings'],
    ['repos chown NAME', 'makes you its owner'],
    ['repos repair NAME', 'replaces its webhook, and syncs it with the forge'],
  ],
  details: `  --all          lists disabled repositories too
${common}

NAME is NAMESPACE/NAME. The settings are those of repos info, such as timeout=90 or protected=true. Needs MILLRACE_TOKEN.`,
};

export const secretsHelp: CommandHelp = {
  calls: [
    ['secrets ls', 'lists secrets, without their values'],
    ['secrets add NAME', 'adds a secret; its value is read from standard input'],
    ['secrets update NAME [--keep-value]', 'changes its value and its limits'],
    ['secrets rm NAME', 'deletes a secret'],
  ],
  details: `${owner}
  --event NAME   event of builds that may use it; may be repeated, like the next two. '' removes the limit
  --branch GLOB  branch of builds that may use it
  --image GLOB   image of steps that may use it
  --pull-request yes|no
                 whether builds of pull requests may use it
  --keep-value   reads no value; changes the limits alone
${common}

Without --repo and --org, secrets of the whole server. Needs MILLRACE_TOKEN.`,
};

export const tokensHelp: CommandHelp = {
  calls: [
    ['tokens ls', 'lists access tokens'],
    ['tokens add NAME --scope SCOPE', 'adds an access token, and prints it once'],
    ['tokens rm NAME', 'revokes an access token'],
  ],
  details: `  --user LOGIN   of another account; only of a machine account to add one
  --scope SCOPE  audit, read, write or admin
  --repo NAME    only for this repository, NAMESPACE/NAME
  --days COUNT   days after which it expires; by default never
${common}

Needs MILLRACE_TOKEN, which must be the personal token of the account page to add or revoke one.`,
};

export const queueHelp: CommandHelp = {
  calls: [
    ['queue ls [TEXT]', 'lists stages that run or wait, and why'],
    ['queue pause', 'starts no further stages'],
    ['queue resume', 'starts stages again'],
  ],
  details: `  TEXT           part of a repository, stage, runner or label
${common}

Needs MILLRACE_TOKEN of a system admin.`,
};
