import { readRef } from '@millrace/contract/git-ref';
import type { Repo } from '../../domain/repo.ts';
import type { Forge, ForgeEvent, ForgePush } from '../../forges/forge.ts';
import { AppError } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import { type BuildRequest, hookTrigger } from '../builds/build-request.ts';

interface Parts {
  forge: Forge;
  logger: Logger;
  findRepo: (slug: string) => Promise<Repo | undefined>;
  setDefaultBranch: (repo: Repo, branch: string) => Promise<void>;
  createBuild: (repo: Repo, request: BuildRequest) => Promise<unknown>;
  forgetBranch: (repo: Repo, branch: string) => Promise<void>;
}

/** Starts the builds that a push asks for: one for each branch or tag that now has a commit. */
export class PushReceiver {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  async receive(event: ForgeEvent): Promise<void> {
    const repo = await this.parts.findRepo(`${event.repo.namespace}/${event.repo.name}`);
    if (!repo) return;
    const defaultBranch = await this.parts.forge.findDefaultBranch(repo);
    if (defaultBranch !== repo.defaultBranch) {
      await whileBusy(() => this.parts.setDefaultBranch(repo, defaultBranch));
    }
    if (!repo.active) return;
    for (const push of event.pushes) {
      try {
        await whileBusy(() => this.startBuild(repo, event, push));
      } catch (error) {
        // One ref that cannot be built must not keep the others from their builds.
        const level = error instanceof AppError ? 'info' : 'error';
        this.parts.logger[level]({ err: error, repo: repo.slug, ref: push.ref }, 'No build');
      }
    }
  }

  private async startBuild(repo: Repo, event: ForgeEvent, push: ForgePush): Promise<void> {
    const { kind, name } = readRef(push.ref);
    if (kind !== 'branch' && kind !== 'tag') return;
    if (!push.after) {
      if (kind === 'branch') await this.parts.forgetBranch(repo, name);
      return;
    }
    const commit = await this.parts.forge.findCommit(repo, push.after);
    if (!commit) return;
    await this.parts.createBuild(repo, {
      event: kind === 'tag' ? 'tag' : 'push',
      trigger: hookTrigger,
      sender: event.sender,
      delivery: `${event.delivery} ${push.ref}`,
      ref: push.ref,
      target: name,
      commit,
      before: push.before,
    });
  }
}
