import { pageSlug } from '@millrace/contract/reserved-names';
import type { StageDetails } from '@millrace/contract/runner';
import type { Pipeline } from '@millrace/pipeline';
import { oldEnvironment } from './old-environment.ts';
import { refEnvironment } from './ref-environment.ts';
import type { Environment } from './stage-plan.ts';
import { workspacePaths } from './workspace-paths.ts';

export interface EnvironmentInput {
  details: StageDetails;
  /** Name of the runner's host. */
  machine: string;
  startedAtSec: number;
}

/**
 * Returns the variables that every step of the stage has, except those of its workspace and of the current
 * status. A variable without a value is not set.
 */
export function baseEnvironment(input: EnvironmentInput): Environment {
  const { details } = input;
  return withoutEmpty({
    CI: 'true',
    DRONE: 'true',
    DRONE_CARD_PATH: '/dev/stdout',
    DRONE_RUNNER_HOST: input.machine,
    DRONE_RUNNER_HOSTNAME: input.machine,
    ...systemEnvironment(details),
    ...repoEnvironment(details),
    ...commitEnvironment(details),
    ...buildEnvironment(input),
    ...refEnvironment(details.build),
    ...stageEnvironment(input),
    ...oldEnvironment(details),
    ...gitEnvironment(details),
  });
}

/** Returns the values for `${…}` in the pipeline file, which is read when nothing has failed yet. */
export function textValues(base: Environment, params: Record<string, string> = {}): Environment {
  return {
    ...withoutFacts(params),
    ...base,
    DRONE_BUILD_STATUS: 'success',
    DRONE_STAGE_STATUS: 'success',
  };
}

/** @param sourceDir directory in which the steps start, from their point of view */
export function workspaceEnvironment(sourceDir: string, pipeline: Pipeline): Environment {
  const hasContainers = pipeline.type !== 'exec';
  const { base, path } = hasContainers
    ? workspacePaths(pipeline.workspace)
    : { base: sourceDir, path: '' };
  return withoutEmpty({
    DRONE_WORKSPACE: sourceDir,
    DRONE_WORKSPACE_BASE: base,
    DRONE_WORKSPACE_PATH: path,
    CI_WORKSPACE: sourceDir,
    CI_WORKSPACE_BASE: base,
    CI_WORKSPACE_PATH: path,
  });
}

/** True for variables that a step cannot override, because they describe its build. */
export function isFact(name: string): boolean {
  return /^(?:DRONE|CI)_|^DRONE$/.test(name);
}

/** Removes parameters that would contradict the build, such as a tag or a deployment target. */
export function withoutFacts(variables: Environment): Environment {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !isFact(name)));
}

export function withoutEmpty(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
}

function systemEnvironment({ system }: StageDetails): Environment {
  return {
    DRONE_SYSTEM_PROTO: system.proto,
    DRONE_SYSTEM_HOST: system.host,
    DRONE_SYSTEM_HOSTNAME: system.host,
    DRONE_SYSTEM_VERSION: system.version,
  };
}

function repoEnvironment({ repo }: StageDetails): Environment {
  return {
    DRONE_REPO: repo.slug,
    DRONE_REPO_SCM: repo.scm,
    DRONE_REPO_OWNER: repo.namespace,
    DRONE_REPO_NAMESPACE: repo.namespace,
    DRONE_REPO_NAME: repo.name,
    DRONE_REPO_LINK: repo.link,
    DRONE_REPO_BRANCH: repo.default_branch,
    DRONE_REPO_VISIBILITY: repo.visibility,
    DRONE_REPO_PRIVATE: String(repo.private),
    DRONE_REPO_TRUSTED: String(repo.trusted),
    DRONE_REMOTE_URL: repo.git_http_url,
    DRONE_GIT_HTTP_URL: repo.git_http_url,
    DRONE_GIT_SSH_URL: repo.git_ssh_url,
  };
}

function commitEnvironment({ build }: StageDetails): Environment {
  return {
    DRONE_BRANCH: build.target,
    DRONE_SOURCE_BRANCH: build.source,
    DRONE_TARGET_BRANCH: build.target,
    DRONE_COMMIT: build.after,
    DRONE_COMMIT_SHA: build.after,
    DRONE_COMMIT_BEFORE: build.before,
    DRONE_COMMIT_AFTER: build.after,
    DRONE_COMMIT_REF: build.ref,
    DRONE_COMMIT_BRANCH: build.target,
    DRONE_COMMIT_LINK: build.link,
    DRONE_COMMIT_MESSAGE: build.message,
    DRONE_COMMIT_AUTHOR: build.author_login,
    DRONE_COMMIT_AUTHOR_NAME: build.author_name,
    DRONE_COMMIT_AUTHOR_EMAIL: build.author_email,
    DRONE_COMMIT_AUTHOR_AVATAR: build.author_avatar,
  };
}

function buildEnvironment(input: EnvironmentInput): Environment {
  const { build, repo, system } = input.details;
  return {
    DRONE_BUILD_NUMBER: String(build.number),
    DRONE_BUILD_PARENT: String(build.parent ?? 0),
    DRONE_BUILD_EVENT: build.event,
    DRONE_BUILD_ACTION: build.action,
    DRONE_BUILD_CREATED: String(build.created),
    DRONE_BUILD_STARTED: String(build.started || input.startedAtSec),
    DRONE_BUILD_FINISHED: String(build.finished || input.startedAtSec),
    DRONE_BUILD_LINK: `${system.link}/${pageSlug(repo.slug)}/${build.number}`,
    DRONE_BUILD_TRIGGER: build.trigger,
    DRONE_BUILD_SENDER: build.sender,
    DRONE_BUILD_DEBUG: String(build.debug ?? false),
    DRONE_DEPLOY_TO: build.deploy_to ?? '',
    // Forges number deployments; Millrace does not.
    DRONE_DEPLOY_ID: '0',
    DRONE_CRON: build.cron ?? '',
  };
}

function stageEnvironment({ details, machine, startedAtSec }: EnvironmentInput): Environment {
  const { stage } = details;
  return {
    DRONE_STAGE_NAME: stage.name,
    DRONE_STAGE_KIND: stage.kind ?? 'pipeline',
    DRONE_STAGE_TYPE: stage.type ?? '',
    DRONE_STAGE_NUMBER: String(stage.number),
    DRONE_STAGE_MACHINE: machine,
    DRONE_STAGE_OS: stage.os,
    DRONE_STAGE_ARCH: stage.arch,
    DRONE_STAGE_VARIANT: stage.variant ?? '',
    DRONE_STAGE_VERSION: String(stage.version),
    DRONE_STAGE_STARTED: String(startedAtSec),
    DRONE_STAGE_FINISHED: String(startedAtSec),
    DRONE_STAGE_DEPENDS_ON: (stage.depends_on ?? []).join(','),
  };
}

/** Sets the author of the build's commit for commits by steps, and prevents git from asking for a password. */
function gitEnvironment({ build }: StageDetails): Environment {
  const name = build.author_name || 'drone';
  const email = build.author_email || 'noreply@drone';
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_TERMINAL_PROMPT: '0',
  };
}
