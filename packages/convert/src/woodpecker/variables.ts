import type { Conversion } from '../conversion.ts';
import type { Commented, OutputText } from '../model.ts';
import type { SourceNode } from '../source/source-node.ts';

/** Built-in variables of Woodpecker, see https://woodpecker-ci.org/docs/usage/environment. */
const names: Readonly<Record<string, string>> = {
  CI_BUILD_NUMBER: 'DRONE_BUILD_NUMBER',
  CI_COMMIT_AUTHOR: 'DRONE_COMMIT_AUTHOR',
  CI_COMMIT_AUTHOR_AVATAR: 'DRONE_COMMIT_AUTHOR_AVATAR',
  CI_COMMIT_AUTHOR_EMAIL: 'DRONE_COMMIT_AUTHOR_EMAIL',
  CI_COMMIT_BRANCH: 'DRONE_BRANCH',
  CI_COMMIT_MESSAGE: 'DRONE_COMMIT_MESSAGE',
  CI_COMMIT_PULL_REQUEST: 'DRONE_PULL_REQUEST',
  CI_COMMIT_REF: 'DRONE_COMMIT_REF',
  CI_COMMIT_SHA: 'DRONE_COMMIT_SHA',
  CI_COMMIT_SOURCE_BRANCH: 'DRONE_SOURCE_BRANCH',
  CI_COMMIT_TAG: 'DRONE_TAG',
  CI_COMMIT_TARGET_BRANCH: 'DRONE_TARGET_BRANCH',
  CI_COMMIT_URL: 'DRONE_COMMIT_LINK',
  CI_PIPELINE_CREATED: 'DRONE_BUILD_CREATED',
  CI_PIPELINE_DEPLOY_TARGET: 'DRONE_DEPLOY_TO',
  CI_PIPELINE_EVENT: 'DRONE_BUILD_EVENT',
  CI_PIPELINE_FORGE_URL: 'DRONE_COMMIT_LINK',
  CI_PIPELINE_NUMBER: 'DRONE_BUILD_NUMBER',
  CI_PIPELINE_PARENT: 'DRONE_BUILD_PARENT',
  CI_PIPELINE_STARTED: 'DRONE_BUILD_STARTED',
  CI_PIPELINE_STATUS: 'DRONE_BUILD_STATUS',
  CI_PIPELINE_URL: 'DRONE_BUILD_LINK',
  CI_PREV_COMMIT_SHA: 'DRONE_COMMIT_BEFORE',
  CI_REPO: 'DRONE_REPO',
  CI_REPO_CLONE_URL: 'DRONE_GIT_HTTP_URL',
  CI_REPO_CLONE_SSH_URL: 'DRONE_GIT_SSH_URL',
  CI_REPO_DEFAULT_BRANCH: 'DRONE_REPO_BRANCH',
  CI_REPO_NAME: 'DRONE_REPO_NAME',
  CI_REPO_OWNER: 'DRONE_REPO_OWNER',
  CI_REPO_PRIVATE: 'DRONE_REPO_PRIVATE',
  CI_REPO_REMOTE: 'DRONE_GIT_HTTP_URL',
  CI_REPO_URL: 'DRONE_REPO_LINK',
  CI_STEP_NAME: 'DRONE_STEP_NAME',
  CI_STEP_NUMBER: 'DRONE_STEP_NUMBER',
  CI_SYSTEM_HOST: 'DRONE_SYSTEM_HOST',
  CI_SYSTEM_VERSION: 'DRONE_SYSTEM_VERSION',
  CI_WORKFLOW_NAME: 'DRONE_STAGE_NAME',
  CI_WORKFLOW_NUMBER: 'DRONE_STAGE_NUMBER',
  CI_WORKSPACE: 'DRONE_WORKSPACE',
};

/** Renames the variables of a text. The substitution of `${NAME}` is the same on both systems. */
export function renameVariables(
  node: SourceNode,
  target: Commented,
  conversion: Conversion,
): OutputText {
  const text = node.readText() ?? '';
  return text.replaceAll(/(\$\{?)(CI_[A-Z0-9_]+)/g, (whole, start: string, name: string) => {
    if (Object.hasOwn(names, name)) return `${start}${names[name]}`;
    conversion.skip(
      target,
      node,
      `the variable ${name}, because no variable of Millrace has its meaning`,
    );
    return whole;
  });
}
