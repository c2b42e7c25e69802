import type { StageDetails } from '@millrace/contract/runner';
import type { Environment } from './stage-plan.ts';

/** Returns variables without the prefix `DRONE_`, which older pipeline files and plugins still use. */
export function oldEnvironment({ repo, build }: StageDetails): Environment {
  return {
    CI_REPO: repo.slug,
    CI_REPO_NAME: repo.slug,
    CI_REPO_LINK: repo.link,
    CI_REPO_REMOTE: repo.git_http_url,
    CI_REMOTE_URL: repo.git_http_url,
    CI_REPO_PRIVATE: String(repo.private),
    CI_BUILD_NUMBER: String(build.number),
    CI_PARENT_BUILD_NUMBER: String(build.parent ?? 0),
    CI_BUILD_CREATED: String(build.created),
    CI_BUILD_STARTED: String(build.started),
    CI_BUILD_FINISHED: String(build.finished),
    CI_BUILD_STATUS: build.status,
    CI_BUILD_EVENT: build.event,
    CI_BUILD_LINK: build.link,
    CI_BUILD_TARGET: build.deploy_to ?? '',
    CI_COMMIT_SHA: build.after,
    CI_COMMIT_REF: build.ref,
    CI_COMMIT_BRANCH: build.target,
    CI_COMMIT_MESSAGE: build.message,
    CI_COMMIT_AUTHOR: build.author_login,
    CI_COMMIT_AUTHOR_NAME: build.author_name,
    CI_COMMIT_AUTHOR_EMAIL: build.author_email,
    CI_COMMIT_AUTHOR_AVATAR: build.author_avatar,
  };
}
