import type { CommandHelp } from '../../command-line/command.ts';

export const applyHelp: CommandHelp = {
  calls: [
    ['apply -f FILE [--dry-run] [--prune]', 'makes a server what a settings file describes'],
    ['apply --schema', 'prints the JSON schema of settings files'],
  ],
  details: `  -f, --file FILE    settings in YAML, - for standard input; docs/settings-as-code.md describes them
  --dry-run          prints the differences, and changes nothing
  --prune            deletes what the sections of the file do not name; asks before
  --yes              does not ask
  --rewrite-secrets  writes the values of secrets that are set already
  --json             prints the changes for programs
  --server URL       default: MILLRACE_SERVER or DRONE_SERVER

Needs MILLRACE_TOKEN of a system admin, or of an owner of all that the file names. Exit code 2 if --dry-run finds
differences, 1 if a change fails.`,
};

export const exportHelp: CommandHelp = {
  calls: [['export-settings', 'prints the settings of a server as a settings file']],
  details: `  --org NAME     settings of an organization and its repositories
  --repo NAME    settings of a repository, NAMESPACE/NAME
  --server URL   default: MILLRACE_SERVER or DRONE_SERVER

Values of secrets are not in it: it names environment variables for them. Needs MILLRACE_TOKEN.`,
};
