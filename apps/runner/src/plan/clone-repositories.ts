import type { StageDetails } from '@millrace/contract/runner';
import type { ClonedRepository } from '@millrace/pipeline';
import { quoteShellWord as quote } from '../shared/quote-shell.ts';
import { PlanError } from './stage-plan.ts';

/** Returns the commands that clone further repositories into folders of the clone. They may run again after a failure. */
export function cloneRepositoriesCommands(
  repo: StageDetails['repo'],
  repositories: readonly ClonedRepository[],
  depth: number,
): string[] {
  return repositories.flatMap((each) => cloneCommands(each, urlOf(each.repository, repo), depth));
}

function cloneCommands({ repository, ref, path }: ClonedRepository, url: string, depth: number) {
  // A path may begin with a dash.
  const git = `git -C ${quote(`./${path}`)}`;
  const fetchDeep = `fetch${depth > 0 ? ` --depth=${depth}` : ''}`;
  const name = ref === '' ? repository : `${repository} at ${ref}`;
  const failed = `Could not clone ${name}: it does not exist, or this build may not read it. Git has printed the reason above.`;
  return [
    ...requireFreePath(path),
    `git init ${quote(`./${path}`)}`,
    `${git} config remote.origin.url ${quote(url)}`,
    `${git} config remote.origin.fetch '+refs/heads/*:refs/remotes/origin/*'`,
    `${git} ${fetchDeep} origin ${quote(ref || 'HEAD')} || ${stop(failed)}`,
    `${git} -c advice.detachedHead=false checkout FETCH_HEAD`,
    // Tools that look for changes ask git about the whole folder.
    `mkdir -p .git/info && printf '%s\\n' ${quote(`/${path}/`)} >> .git/info/exclude`,
  ];
}

/**
 * Returns commands that fail if the repository of the build has files in the path, or a link that leads elsewhere. A `.git` in it
 * is of an earlier try: git never checks one out.
 */
function requireFreePath(path: string): string[] {
  const names = path.split('/');
  const folders = names.map((_, at) => quote(`./${names.slice(0, at + 1).join('/')}`));
  const whole = quote(`./${path}`);
  const isNoLink = folders.map((folder) => `[ ! -L ${folder} ]`).join(' && ');
  const isFree = `{ [ ! -e ${whole} ] || [ -d ${quote(`./${path}/.git`)} ]; }`;
  const message = `The repository of this build already has files in ${path}. Write another "path" into clone.repositories.`;
  return [`${isNoLink} && ${isFree} || ${stop(message)}`];
}

function stop(message: string): string {
  return `{ echo ${quote(message)} >&2; exit 1; }`;
}

/** Returns the URL of a repository, which is on the forge of the build's own one unless it is a URL itself. */
function urlOf(repository: string, { git_http_url: own, slug }: StageDetails['repo']): string {
  if (repository.startsWith('https://')) return repository;
  const [end] = /(?:\.git)?\/*$/.exec(own) ?? [''];
  const whole = own.slice(0, own.length - end.length);
  const base = whole.slice(0, whole.length - slug.length);
  if (base.endsWith('/') && whole.toLowerCase() === `${base}${slug}`.toLowerCase()) {
    return `${base}${repository}${end}`;
  }
  throw new PlanError(
    `clone.repositories: the repository of this build has no remote. Write the address of ${repository}, with https://.`,
  );
}
