import { cronTrigger, hookTrigger } from '@millrace/build-host/builds/build-input';
import type { PlanFacts } from '@millrace/contract/api';
import { branchRef, tagRef } from '@millrace/pipeline/git-ref';
import type { BuildRequest } from '../../../builds/build-request.ts';
import type { ForgeCommit } from '../../../forges/forge.ts';

const usual = { source: 'feature', tag: 'v1.0.0', target: 'production', cron: 'nightly' };

/** Returns requests for one build of each event: push, pull request, tag, promotion and cron job. */
export function simulateRequests(
  { branch, ...given }: PlanFacts & { branch: string },
  commit: ForgeCommit,
  login: string,
): BuildRequest[] {
  const facts = { ...usual, ...withoutEmpty(given) };
  const shared = { sender: login, target: branch, source: branch, commit, before: commit.sha };
  const push = { ...shared, trigger: hookTrigger, ref: branchRef(branch) };
  return [
    { ...push, event: 'push' },
    {
      ...push,
      event: 'pull_request',
      action: 'opened',
      ref: 'refs/pull/1/head',
      source: facts.source,
    },
    { ...push, event: 'tag', action: 'create', ref: tagRef(facts.tag) },
    { ...push, event: 'promote', trigger: login, deployTo: facts.target },
    { ...push, event: 'cron', trigger: cronTrigger, cron: facts.cron },
  ];
}

function withoutEmpty(facts: PlanFacts): PlanFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== ''));
}
