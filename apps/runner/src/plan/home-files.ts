import type { StageDetails } from '@millrace/contract/runner';

/** Returns the files of the workspace's home directory, by name. */
export function homeFiles({ build, netrc }: StageDetails): Record<string, string> {
  const files: Record<string, string> = { '.gitconfig': gitConfig(build) };
  if (netrc) {
    files['.netrc'] =
      `machine ${netrc.machine}\nlogin ${netrc.login}\npassword ${netrc.password}\n`;
  }
  return files;
}

function gitConfig(build: StageDetails['build']): string {
  const name = build.author_name || build.author_login || 'Millrace';
  const email = build.author_email || 'noreply@localhost';
  return [
    '[user]',
    `\tname = ${quoteGitValue(name)}`,
    `\temail = ${quoteGitValue(email)}`,
    '[init]',
    '\tdefaultBranch = main',
    '[advice]',
    '\tdetachedHead = false',
    '',
  ].join('\n');
}

function quoteGitValue(value: string): string {
  const escaped = value.replace(/[\r\n\0]+/g, ' ').replace(/["\\]/g, '\\$&');
  return `"${escaped}"`;
}
