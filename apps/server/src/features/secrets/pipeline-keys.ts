import type { Repo } from '../../domain/repo.ts';
import type { Sealer } from '../../shared/sealer.ts';

/** Derives the key of each repository, for encrypted values and signatures in its pipeline file. */
export class PipelineKeys {
  private readonly sealer: Sealer;

  constructor(sealer: Sealer) {
    this.sealer = sealer;
  }

  sealerOf(repo: Pick<Repo, 'forge' | 'uid'>): Sealer {
    return this.sealer.derive(`repository ${repo.forge} ${repo.uid}`);
  }
}
