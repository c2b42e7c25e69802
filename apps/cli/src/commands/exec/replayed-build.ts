import type { BuildInput } from '@millrace/build-host/builds/build-input';
import { newBuild } from '@millrace/build-host/builds/new-build';
import type { Build } from '@millrace/build-rules';
import type { Build as BuildJson } from '@millrace/contract/api';
import { type ConditionFacts, conditionFacts } from '@millrace/pipeline';

/** Returns a build of a server as it was before its stages ran. */
export function toNewBuild(build: BuildJson): Omit<Build, 'id' | 'version'> {
  const facts = { error: '', warnings: [], link: build.link, now: build.created };
  return {
    ...newBuild(build.repo_id, requestOf(build), facts),
    number: build.number,
    started: build.started,
  };
}

function requestOf(build: BuildJson): BuildInput {
  return {
    event: build.event,
    action: build.action,
    trigger: build.trigger,
    sender: build.sender,
    ref: build.ref,
    target: build.target,
    source: build.source,
    sourceRepo: build.source_repo,
    ...(build.title === undefined ? {} : { title: build.title }),
    message: build.message,
    link: build.link,
    before: build.before,
    parent: build.parent ?? 0,
    params: build.params ?? {},
    debug: build.debug ?? false,
    cron: build.cron ?? '',
    deployTo: build.deploy_to ?? '',
    commit: {
      sha: build.after,
      message: build.message,
      authorLogin: build.author_login,
      authorName: build.author_name,
      authorEmail: build.author_email,
      authorAvatar: build.author_avatar,
      committedSec: build.timestamp,
    },
  };
}

/** Returns the facts that the conditions of the build were evaluated against. */
export function conditionsOf(
  build: BuildJson,
  { slug, host, paths }: { slug: string; host: string; paths: string[] | undefined },
): ConditionFacts {
  return conditionFacts(requestOf(build), { slug, instance: host, paths });
}
