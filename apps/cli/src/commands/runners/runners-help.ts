import type { CommandHelp } from '../../command-line/command.ts';

export const runnersHelp: CommandHelp = {
  calls: [
    ['runners ls', 'lists runners with credentials of their own'],
    ['runners add NAME [--protected]', 'adds a runner, and prints its one-time token'],
    ['runners revoke NAME', 'revokes a runner, whose stages end in error'],
  ],
  details: `  --repo NAME      runners of a repository, NAMESPACE/NAME
  --org NAME       runners of an organization
  --protected      runs only builds of protected branches and tags
  --labels LABELS  labels that its stages must require, key:value,key:value
  --server URL     default: MILLRACE_SERVER or DRONE_SERVER
  --json           prints the answer for programs

Without --repo and --org, runners of the whole server. Needs MILLRACE_TOKEN.`,
};
