import { pathToFileURL } from 'node:url';
import type { StageDetails } from '@millrace/contract/runner';
import { cloneStepName, type Pipeline } from '@millrace/pipeline';
import { branchRef, readRef } from '@millrace/pipeline/git-ref';
import { quoteShellWord as quote } from '../shared/quote-shell.ts';
import { cloneRepositoriesCommands } from './clone-repositories.ts';
import { copyCommands, earlierCommands, type LocalSources } from './local-sources.ts';
import { addedStepRules, type Environment, PlanError, type PlannedStep } from './stage-plan.ts';

const commitPattern = /^[0-9a-f]{4,64}$/i;

interface Clone {
  /** Whether the clone runs where the steps do, and not on the machine of a runner for containers. */
  isAmongSteps: boolean;
  clone: Pick<Pipeline['clone'], 'depth' | 'repositories'>;
  environment: Environment;
  sources?: LocalSources | undefined;
}

/** Plans the clone: fetches the ref with git on the host and checks out the build's commit. */
export function planCloneStep(
  details: StageDetails,
  { isAmongSteps, clone, environment, sources }: Clone,
): Omit<PlannedStep, 'number'> {
  // The credentials are in the workspace's home, so the pipeline's own HOME must not hide them.
  const { HOME: _, ...rest } = environment;
  const commands = cloneCommands(details, clone, sources);
  return {
    name: cloneStepName,
    commands,
    retryCommands: commands.slice(startCommands(details).length),
    environment: { ...rest, DRONE_STEP_NAME: cloneStepName },
    dependsOn: [],
    ...addedStepRules,
    takesOutputs: false,
    ...(isAmongSteps ? {} : { noTerminal: 'the clone runs on the machine of the runner' }),
  };
}

export function cloneCommands(
  details: StageDetails,
  { depth, repositories }: Clone['clone'],
  sources?: LocalSources,
): string[] {
  const further = cloneRepositoriesCommands(details.repo, repositories, depth);
  if (!sources) return [...fetchCommands(details, depth, 'origin'), ...further];
  const { repository } = sources;
  const fetched =
    repository === undefined
      ? startCommands(details)
      : fetchCommands(details, depth, quote(pathToFileURL(repository).href));
  return [...fetched, ...copyCommands(sources), ...further, ...earlierCommands(sources)];
}

/** @param repository URL or path to fetch from, quoted for a shell */
function fetchCommands(details: StageDetails, depth: number, repository: string): string[] {
  const { repo, build, cloneSource } = details;
  const commit = build.after;
  if (commit && !commitPattern.test(commit)) {
    throw new PlanError(`The build's commit "${commit}" is not a commit hash`);
  }
  const ref = build.ref || branchRef(build.target || repo.default_branch);
  const { kind, name } = readRef(ref);
  const branch = kind === 'branch' ? name : undefined;
  const from = cloneSource ? quote(cloneSource.url) : repository;
  const fetchDeep = `git fetch${depth > 0 ? ` --depth=${depth}` : ''}`;
  const fetch = `${fetchDeep} ${from}`;
  const fetchRef = `${fetch} ${quote(cloneSource ? `+${cloneSource.ref}` : refspec(ref, branch))}`;
  const checkout = `git checkout${branch === undefined ? '' : ` -B ${quote(branch)}`}`;
  const start = startCommands(details);
  // Fetches the target branch of a pull request, for commands that compare with it. The branch may have been
  // deleted.
  const target = branchRef(build.target);
  const fetchTarget = `${fetchDeep} ${repository} ${quote(refspec(target, build.target))} || true`;
  const end = kind === 'pull_request' && build.target ? [fetchTarget] : [];
  if (!commit) return [...start, fetchRef, `${checkout} FETCH_HEAD`, ...end];
  // After a force push or the deletion of a branch, the commit is not in the history of the ref.
  const fetchCommit = `${fetch} ${commit}`;
  return [
    ...start,
    `${fetchRef} || ${fetchCommit}`,
    `${checkout} ${commit} || { ${fetchCommit} && ${checkout} ${commit}; }`,
    ...end,
  ];
}

/** Returns the commands that create the repository, before anything is fetched. */
function startCommands({ repo }: StageDetails): string[] {
  return ['git init', `git remote add origin ${quote(repo.git_http_url)}`];
}

function refspec(ref: string, branch: string | undefined): string {
  if (branch !== undefined) return `+${ref}:refs/remotes/origin/${branch}`;
  if (readRef(ref).kind === 'tag') return `+${ref}:${ref}`;
  return `+${ref}`;
}
