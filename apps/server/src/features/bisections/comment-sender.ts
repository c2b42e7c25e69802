import { pageSlug } from '@millrace/contract/reserved-names';
import { z } from 'zod/mini';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/database.ts';
import type { RemoteForge } from '../../forges/remote/remote-forge.ts';
import { type JobDeps, StoredJobs } from '../../jobs/stored-jobs.ts';
import type { Bisection } from './bisection.ts';
import { BisectionStore } from './bisection-store.ts';
import { describeAnswer } from './describe-answer.ts';
import { SettingsStore } from './settings-store.ts';

/** Maximum time to retry while the forge is not available. */
const giveUpSec = 24 * 60 * 60;
const payload = z.object({ bisectionId: z.number() });

interface Deps extends JobDeps, Pick<Core, 'repos' | 'publicUrl'> {
  forge: Pick<RemoteForge, 'kind' | 'addComment'>;
}

/** Adds the answers of bisections as comments to the commits at the forge. */
export class CommentSender {
  private readonly deps: Deps;
  readonly jobs: StoredJobs<z.infer<typeof payload>>;

  constructor(deps: Deps) {
    this.deps = deps;
    this.jobs = new StoredJobs(deps, {
      name: 'bisection-comment',
      payload,
      giveUpSec,
      run: ({ payload: { bisectionId } }) => this.send(bisectionId),
    });
  }

  /** Adds the job in the transaction in which a bisection ends. */
  async addIn(trx: Db, { id, repoId }: Bisection): Promise<void> {
    if (!(await new SettingsStore(trx).find(repoId)).comments) return;
    await this.jobs.addIn(trx, { key: String(id), place: repoId, payload: { bisectionId: id } });
  }

  private async send(id: number): Promise<void> {
    const { db, repos, forge, publicUrl } = this.deps;
    const store = new BisectionStore(db);
    const bisection = await store.find(id);
    const repo = bisection && (await repos.findById(bisection.repoId));
    const found = (await store.listFound([id])).get(id) ?? [];
    const last = found.at(-1);
    if (!bisection || repo?.forge !== forge.kind || !last) return;
    const runs = (await store.listRuns(id)).length;
    const url = `${publicUrl()}/${pageSlug(repo.slug)}/bisections/${id}`;
    await forge.addComment(repo, last, describeAnswer({ bisection, found, runs, url }));
  }
}
