import { branchRef, tagRef } from '@millrace/pipeline/git-ref';
import type { BuildEvent } from '@millrace/pipeline/vocabulary';

const defaultRepo = 'octocat/hello-world';
const noCommit = '0'.repeat(40);
/** Actions of events that create something. */
const firstActions: Partial<Record<BuildEvent, string>> = { pull_request: 'opened', tag: 'create' };

/** Properties of the build that a dry run simulates. */
export interface BuildFacts {
  event: BuildEvent;
  action: string;
  branch: string;
  source: string;
  /** Repository of the commit of a fork; empty for the repository itself. */
  sourceRepo: string;
  /** Login of the person who caused the build. */
  sender: string;
  ref: string;
  before: string;
  after: string;
  /** Target of a promotion or a rollback. */
  target: string;
  cron: string;
  repo: { namespace: string; name: string };
  defaultBranch: string;
  trusted: boolean;
  params: Record<string, string>;
  changedFiles: string[] | undefined;
}

/** Properties that somebody gives. */
export type GivenFacts = {
  [Fact in keyof BuildFacts]?: (Fact extends 'repo' ? string : BuildFacts[Fact]) | undefined;
};

/** Completes properties of a build. Missing ones are those of a push to the default branch. */
export function completeFacts(given: GivenFacts): BuildFacts {
  const event = given.event ?? 'push';
  const [namespace = '', name = ''] = (given.repo ?? defaultRepo).split('/');
  const defaultBranch = given.defaultBranch ?? 'main';
  const branch = given.branch ?? branchOf(given.ref) ?? defaultBranch;
  return {
    event,
    action: given.action ?? firstActions[event] ?? '',
    branch,
    source: given.source ?? branch,
    sourceRepo: given.sourceRepo ?? '',
    sender: given.sender ?? '',
    ref: given.ref ?? refOf(event, branch),
    before: given.before ?? '',
    after: given.after ?? noCommit,
    target: given.target ?? '',
    cron: given.cron ?? '',
    repo: { namespace, name },
    defaultBranch,
    trusted: given.trusted ?? false,
    params: given.params ?? {},
    changedFiles: given.changedFiles,
  };
}

/** Returns the branch of a ref. For a tag, it is the name of the tag. */
function branchOf(ref: string | undefined): string | undefined {
  return /^refs\/(?:heads|tags)\/(.+)$/s.exec(ref ?? '')?.[1];
}

function refOf(event: BuildEvent, branch: string): string {
  if (event === 'tag') return tagRef(branch);
  return event === 'pull_request' ? 'refs/pull/1/head' : branchRef(branch);
}
