import type { Build } from '@millrace/build-rules';
import type { Environment } from '@millrace/contract/api';
import type { BuildStore } from '../../../builds/build-store.ts';
import { toListedBuilds } from '../../../builds/read/listed-builds.ts';
import type { Db } from '../../../db/database.ts';
import { findEnvironmentState } from '../../../domain/environment-state.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { EnvironmentReadModel } from './environment-read-model.ts';

interface Deps {
  db: Db;
  builds: Pick<BuildStore, 'findById' | 'findByNumber'>;
  environments: EnvironmentReadModel;
}

/** Deployments of deployments, and restarts of these, that are followed to the build that they deploy. */
const maxParents = 20;

/** Reads what runs in a deployment target, and what could be deployed to it. */
export class EnvironmentReader {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async read(repo: Repo, target: string): Promise<Environment> {
    const { environments, builds, db } = this.deps;
    const state = findEnvironmentState(
      await environments.listDeployments(repo.id, target, 'success'),
      await environments.listDeployments(repo.id, target),
    );
    const find = (found?: { id: number }) => (found ? builds.findById(found.id) : undefined);
    const current = await find(state.current);
    const source = current && (await this.findSource(current));
    const green = await environments.findGreen(repo.id, repo.defaultBranch);
    const waiting = green === undefined ? undefined : await builds.findById(green);
    const isWaiting =
      waiting &&
      (!current ||
        (waiting.after !== current.after && waiting.number > (source?.number ?? current.parent)));
    const found = {
      current,
      source,
      previous: await find(state.previous),
      newest: await find(state.newest),
      waiting: isWaiting ? waiting : undefined,
    };
    const known = Object.entries(found).flatMap(([name, build]) =>
      build ? [{ name, build }] : [],
    );
    const listed = await toListedBuilds(
      db,
      known.map(({ build }) => build),
    );
    return Object.fromEntries(known.map(({ name }, at) => [name, listed[at]]));
  }

  /** Finds the build that a deployment deployed. A restart of a deployment has that as its parent. */
  private async findSource(deployment: Build): Promise<Build | undefined> {
    let build: Build | undefined = deployment;
    for (let count = 0; build?.deployTo && count < maxParents; count++) {
      build = await this.deps.builds.findByNumber(build.repoId, build.parent);
    }
    return build?.deployTo ? undefined : build;
  }
}
