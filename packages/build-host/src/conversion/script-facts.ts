import type { Repo } from '@millrace/contract/api';
import type { BuildInput } from '../builds/build-input.ts';

type Facts = Record<string, string | boolean>;

export interface ScriptFacts {
  build: Facts;
  repo: Facts;
  params: Record<string, string>;
}

/** Properties of a build for scripts and templates, under Drone's names. */
export function scriptFacts(repo: Repo, request: BuildInput): ScriptFacts {
  return { build: buildFacts(repo, request), repo: repoFacts(repo), params: request.params ?? {} };
}

function buildFacts(repo: Repo, request: BuildInput): Facts {
  const { commit } = request;
  return {
    event: request.event,
    action: request.action ?? '',
    cron: request.cron ?? '',
    environment: request.deployTo ?? '',
    deploy_to: request.deployTo ?? '',
    link: repo.link,
    branch: request.target,
    target: request.target,
    source: request.source ?? request.target,
    source_repo: request.sourceRepo ?? '',
    before: request.before ?? '',
    after: commit.sha,
    commit: commit.sha,
    ref: request.ref,
    title: request.title ?? '',
    message: commit.message,
    author_login: commit.authorLogin,
    author_name: commit.authorName,
    author_email: commit.authorEmail,
    author_avatar: commit.authorAvatar,
    sender: request.sender,
    trigger: request.trigger,
    debug: request.debug ?? false,
  };
}

function repoFacts(repo: Repo): Facts {
  return {
    uid: repo.uid,
    name: repo.name,
    namespace: repo.namespace,
    slug: repo.slug,
    git_http_url: repo.git_http_url,
    git_ssh_url: repo.git_ssh_url,
    link: repo.link,
    branch: repo.default_branch,
    config: repo.config_path,
    private: repo.private,
    visibility: repo.visibility,
    active: repo.active,
    trusted: repo.trusted,
    protected: repo.protected,
    ignore_forks: repo.ignore_forks,
    ignore_pull_requests: repo.ignore_pull_requests,
  };
}
