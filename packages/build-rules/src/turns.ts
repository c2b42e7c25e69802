import type { Served } from './fair-order.ts';

interface Place {
  repoId: number;
  /** Owner of the repository. */
  namespace: string;
}

/** Remembers in which turn each repository and each owner was served last. */
export class Turns implements Served {
  private readonly repos = new Map<number, number>();
  private readonly owners = new Map<string, number>();
  private last = 0;

  readonly repo = (repoId: number) => this.repos.get(repoId) ?? 0;
  readonly owner = (namespace: string) => this.owners.get(namespace) ?? 0;

  /** Gives the next turn to a stage. */
  serve({ repoId, namespace }: Place): void {
    this.last++;
    this.repos.set(repoId, this.last);
    this.owners.set(namespace, this.last);
  }

  /** Returns the turns as they would be if these stages had the next ones, without giving these. */
  followedBy(stages: Iterable<Place>): Served {
    const later = new Turns();
    later.last = this.last;
    for (const stage of stages) later.serve(stage);
    return {
      repo: (repoId) => later.repo(repoId) || this.repo(repoId),
      owner: (namespace) => later.owner(namespace) || this.owner(namespace),
    };
  }
}
