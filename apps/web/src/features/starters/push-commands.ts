interface PushTarget {
  /** URL of the server, such as `http://127.0.0.1:8080`. */
  server: string;
  login: string;
  namespace: string;
  name: string;
}

/** Returns the shell commands that push the current folder to the built-in git hosting. */
export function pushCommands({ server, login, namespace, name }: PushTarget): string {
  const remote = new URL(`${server}/git/${namespace}/${name}.git`);
  remote.username = login;
  return [
    'git init',
    'git add .',
    'git commit -m "Add a pipeline"',
    `git remote add millrace ${remote.href}`,
    'git push -u millrace HEAD',
  ].join('\n');
}

/** Returns whether the git hosting accepts the name of a repository. */
export function isRepoName(name: string): boolean {
  return /^(?!.*\.git$)(?!\.+$)[\w.-]{1,100}$/.test(name);
}
