interface PushTarget {
  /** Of the server: `http://127.0.0.1:8080`. */
  origin: string;
  login: string;
  namespace: string;
  name: string;
}

/** What puts a folder into a repository of the built-in git hosting, typed in that folder. */
export function pushCommands({ origin, login, namespace, name }: PushTarget): string {
  const remote = new URL(`/git/${namespace}/${name}.git`, origin);
  remote.username = login;
  return [
    'git init',
    'git add .',
    'git commit -m "Add a pipeline"',
    `git remote add millrace ${remote.href}`,
    'git push -u millrace HEAD',
  ].join('\n');
}

/** Whether the git hosting takes it as the name of a repository. */
export function isRepoName(name: string): boolean {
  return /^(?!.*\.git$)(?!\.+$)[\w.-]{1,100}$/.test(name);
}
