import { type Commit, type Repository, slugOf, World } from '../fake/world.ts';

/** State of the fake of GitHub. It ignores case in names and remembers former ones. */
export class GithubWorld extends World {
  /** Repositories by their slugs before a rename. */
  readonly formerSlugs = new Map<string, Repository>();

  findRepository(slug: string): Repository | undefined {
    const wanted = slug.toLowerCase();
    return this.repositories.find((repository) => slugOf(repository).toLowerCase() === wanted);
  }

  /** Finds the commit of a hash or ref. The `refs/` of a ref may be absent. */
  override findCommit(repository: Repository, name: string): Commit | undefined {
    const sha = repository.refs.get(`refs/${name}`);
    return sha ? this.commits.get(sha) : super.findCommit(repository, name);
  }

  /** Lists the paths that a commit changed. */
  listChanges({ parent, sha }: Commit): string[] {
    return this.listChangedPaths(parent, sha);
  }
}
