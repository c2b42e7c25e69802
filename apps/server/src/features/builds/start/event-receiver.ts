import { hookTrigger } from '@millrace/build-host/builds/build-input';
import type { Build } from '@millrace/build-rules';
import { AppError, RetryLaterError } from '@millrace/contract/api-errors';
import type { Logger } from '@millrace/node-kit/logger';
import { branchRef, readRef } from '@millrace/pipeline/git-ref';
import type { BuildRequest } from '../../../builds/build-request.ts';
import type { Repo } from '../../../domain/repo.ts';
import type {
  Forge,
  ForgeCommit,
  ForgeEvent,
  ForgeNews,
  ForgePullRequest,
  ForgePush,
  ForgeRepoRef,
  ForgeSender,
} from '../../../forges/forge.ts';
import { homeOfCommits } from '../../../forges/home-of-commits.ts';
import { NotShownYetError } from '../../../forges/not-shown-yet.ts';
import { whileBusy } from '../../../shared/while-busy.ts';
import type { ReposPort } from '../../repos/port.ts';
import type { EventAge, ReceivedEvent } from '../port.ts';
import type { BuildCreator } from './build-creator.ts';

interface Deps {
  forge: Forge;
  logger: Logger;
  findRepo: (repoName: ForgeEvent['repo']) => Promise<Repo | undefined>;
  /** Finds the login of an account by its id at the forge. */
  findLogin: (uid: string) => Promise<string | undefined>;
  removeLatestOfBranch: (repo: Repo, branch: string) => Promise<void>;
  findLatestOfRef: (repo: Repo, ref: string) => Promise<Build | undefined>;
  reposPort: Pick<ReposPort, 'refreshRepo' | 'deactivateRepo'>;
  buildCreator: Pick<BuildCreator, 'createBuild'>;
  endPullRequest: (repo: Repo, ref: string) => Promise<void>;
}

type AgedEvent = ForgeEvent & EventAge;

/**
 * Handles events of a forge: creates builds, cancels those of closed pull requests, and updates repositories.
 */
export class EventReceiver {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /**
   * Handles an event. It is not done if part of it failed and may succeed when the delivery is sent again.
   *
   * @throws RetryLaterError if the forge is unavailable
   */
  async receive(
    received: ForgeEvent,
    { isEarly, isOverdue }: EventAge = { isEarly: false, isOverdue: false },
  ): Promise<ReceivedEvent> {
    const { findRepo, reposPort, logger } = this.deps;
    const found = await findRepo(received.repo);
    if (!found) return { isDone: true, hasBuilds: false };
    const facts = await this.findFacts(found, received);
    const repo = await whileBusy(() => reposPort.refreshRepo(found, facts));
    const sender = await this.nameSender(received.sender);
    const event = { ...received, isEarly, isOverdue, sender };
    const result = { isDone: true, hasBuilds: false };
    for (const news of event.news) {
      try {
        const hasBuild = await whileBusy(() => this.handle(repo, event, news));
        if (hasBuild) result.hasBuilds = true;
      } catch (error) {
        if (error instanceof RetryLaterError) throw error;
        // If one ref cannot be built, the others still are.
        const isRefused = error instanceof AppError;
        if (!isRefused) result.isDone = false;
        logger[isRefused ? 'info' : 'error']({ err: error, repo: repo.slug, news }, 'No build');
      }
    }
    return result;
  }

  /**
   * Returns the data of the repository, checked at the forge if the name changed or the repository became
   * public. On some forges, the admins of a repository can read its webhook secret, and could sign a delivery
   * with the name of another repository. A delivery from before the repository became private could be
   * replayed.
   */
  private async findFacts(found: Repo, { repo }: ForgeEvent): Promise<ForgeEvent['repo']> {
    const { namespace, name } = found;
    const isOpened = found.isForgePrivate && repo.isPrivate === false;
    if (repo.namespace === namespace && repo.name === name && !isOpened) return repo;
    return (await this.deps.forge.findRepo(found)) ?? { namespace, name };
  }

  private async nameSender(sender: ForgeSender): Promise<ForgeSender> {
    const login = sender.uid && (await this.deps.findLogin(sender.uid));
    return login ? { ...sender, login } : sender;
  }

  /** Returns whether a build was created. */
  private async handle(repo: Repo, event: AgedEvent, news: ForgeNews): Promise<boolean> {
    if (news.kind === 'deleted') await this.deps.reposPort.deactivateRepo(repo);
    else if (!repo.active) return false;
    else if (news.kind === 'push') return this.handlePush(repo, event, news);
    else await this.handlePullRequest(repo, event, news);
    return false;
  }

  private async handlePush(repo: Repo, event: AgedEvent, push: ForgePush): Promise<boolean> {
    const { kind, name } = readRef(push.ref);
    if (kind !== 'branch' && kind !== 'tag') return false;
    if (!push.after) {
      if (kind === 'branch') await this.deps.removeLatestOfBranch(repo, name);
      return false;
    }
    if (push.isSkipped) return false;
    const commit = await this.findCommit(repo, event, push.after);
    if (!commit) return false;
    const isTag = kind === 'tag';
    const build = await this.deps.buildCreator.createBuild(repo, {
      event: isTag ? 'tag' : 'push',
      ...(isTag ? { action: 'create' } : {}),
      trigger: hookTrigger,
      ...senderOf(event.sender),
      delivery: `${event.delivery} ${push.ref}`,
      isOverdue: event.isOverdue,
      ref: push.ref,
      target: isTag ? (push.tagBranch ?? '') : name,
      commit,
      ...(push.link ? { link: push.link } : {}),
      before: push.before,
      listedPaths: push.changedPaths,
    });
    return build !== null;
  }

  private async handlePullRequest(
    repo: Repo,
    event: AgedEvent,
    pullRequest: ForgePullRequest,
  ): Promise<void> {
    if (pullRequest.action === 'closed') return this.deps.endPullRequest(repo, pullRequest.ref);
    if (await this.isBuilt(repo, pullRequest)) return;
    const home = homeOfCommits(this.deps.forge, repo, pullRequest.sourceRepo);
    // A fork may be unreadable for every account here, so retrying would not help.
    const isEarly = event.isEarly && home === repo;
    const commit = await this.findCommit(home, { ...event, isEarly }, pullRequest.sha);
    if (!commit) return;
    const { action, title, body, link, ref, source, sourceRepo, target } = pullRequest;
    const base =
      pullRequest.base || (await this.deps.forge.findCommit(repo, branchRef(target)))?.sha;
    await this.deps.buildCreator.createBuild(repo, {
      event: 'pull_request',
      action,
      trigger: hookTrigger,
      ...senderOf(event.sender),
      delivery: `${event.delivery} ${ref}`,
      isOverdue: event.isOverdue,
      ref,
      source,
      sourceRepo,
      target,
      title,
      message: body || title,
      link,
      commit,
      before: base ?? '',
    });
  }

  /**
   * Returns whether the newest build of a pull request is of its commit. Gitea reports a commit that was pushed just
   * before its pull request was opened twice: with the pull request, and as pushed to it.
   */
  private async isBuilt(repo: Repo, pullRequest: ForgePullRequest): Promise<boolean> {
    const { action, ref, sha, target } = pullRequest;
    if (action === 'reopened') return false;
    const latest = await this.deps.findLatestOfRef(repo, ref);
    return latest?.event === 'pull_request' && latest.after === sha && latest.target === target;
  }

  /** Finds a commit. If the sender is its author, adds missing data of the author from the sender. */
  private async findCommit(repo: ForgeRepoRef, { sender, isEarly }: AgedEvent, sha: string) {
    const commit = await this.deps.forge.findCommit(repo, sha);
    if (!commit && isEarly) {
      throw new NotShownYetError(sha);
    }
    if (!commit || !isAuthor(commit, sender)) return commit;
    const authorAvatar = commit.authorAvatar || sender.avatar;
    return { ...commit, authorLogin: sender.login, authorAvatar };
  }
}

/** Compares a commit's author with the sender by login, name or email address. The result is only displayed. */
function isAuthor(commit: ForgeCommit, { login, name, email }: ForgeSender): boolean {
  if (commit.authorLogin) return commit.authorLogin === login;
  return (!!email && email === commit.authorEmail) || (!!name && name === commit.authorName);
}

function senderOf({ login, reader }: ForgeSender): Pick<BuildRequest, 'sender' | 'reader'> {
  return { sender: login, ...(reader ? { reader } : {}) };
}
