import type { BuildInput, BuiltCommit } from '@millrace/build-host/builds/build-input';
import { hookTrigger } from '@millrace/build-host/builds/build-input';
import type { Build, Repo } from '@millrace/contract/api';
import { version } from '@millrace/node-kit/version';
import { type ConditionFacts, conditionFacts } from '@millrace/pipeline';
import type { BuildFacts } from './build-facts.ts';

/** Properties of the server that a dry run simulates. */
export const drySystem = {
  proto: 'http',
  host: 'localhost',
  link: 'http://localhost',
  version: version.version,
};

/** Author and message of a commit. */
export type CommitTexts = Omit<BuiltCommit, 'sha'>;

/** Texts of a commit about which nothing is known. */
export const noTexts: CommitTexts = {
  message: '',
  authorLogin: '',
  authorName: '',
  authorEmail: '',
  authorAvatar: '',
  committedSec: 0,
};

/** Returns the request for the build that a server would get. */
export function dryRequest(facts: BuildFacts, texts: CommitTexts = noTexts): BuildInput {
  return {
    event: facts.event,
    action: facts.action,
    trigger: hookTrigger,
    sender: facts.sender,
    ref: facts.ref,
    target: facts.branch,
    source: facts.source,
    sourceRepo: facts.sourceRepo,
    before: facts.before,
    params: facts.params,
    cron: facts.cron,
    deployTo: facts.target,
    commit: { sha: facts.after, ...texts },
  };
}

/** Returns the facts that the conditions of pipelines are evaluated against. */
export function dryConditions(facts: BuildFacts): ConditionFacts {
  return conditionFacts(dryRequest(facts), {
    slug: `${facts.repo.namespace}/${facts.repo.name}`,
    instance: drySystem.host,
    paths: facts.changedFiles,
  });
}

/** Returns a fictitious repository, for scripts, conditions and variables. */
export function dryRepo({ repo, defaultBranch, trusted }: BuildFacts, configPath = ''): Repo {
  const slug = `${repo.namespace}/${repo.name}`;
  return {
    id: 0,
    uid: '0',
    user_id: 0,
    namespace: repo.namespace,
    name: repo.name,
    slug,
    scm: 'git',
    git_http_url: `${drySystem.link}/git/${slug}.git`,
    git_ssh_url: '',
    link: `${drySystem.link}/${slug}`,
    default_branch: defaultBranch,
    private: false,
    visibility: 'public',
    active: true,
    config_path: configPath,
    trusted,
    protected: false,
    ignore_forks: false,
    ignore_pull_requests: false,
    auto_cancel_pull_requests: false,
    auto_cancel_pushes: false,
    auto_cancel_running: false,
    timeout: 60,
    counter: 1,
    synced: 0,
    created: 0,
    updated: 0,
    version: 1,
    archived: false,
  };
}

export function dryBuild(facts: BuildFacts): Build {
  return {
    id: 0,
    repo_id: 0,
    trigger: hookTrigger,
    number: 1,
    status: 'running',
    event: facts.event,
    action: facts.action,
    link: '',
    timestamp: 0,
    message: '',
    before: facts.before,
    after: facts.after,
    ref: facts.ref,
    source_repo: facts.sourceRepo,
    source: facts.source,
    target: facts.branch,
    author_login: '',
    author_name: '',
    author_email: '',
    author_avatar: '',
    sender: facts.sender,
    params: facts.params,
    cron: facts.cron,
    deploy_to: facts.target,
    started: 0,
    finished: 0,
    created: 0,
    updated: 0,
    version: 1,
  };
}
