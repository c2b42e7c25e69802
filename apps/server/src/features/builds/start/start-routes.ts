import type { Build } from '@millrace/build-rules';
import {
  type Build as BuildJson,
  cancelBuild,
  createBuild,
  getDeployTargets,
  listBuildParameters,
  listRevisions,
  pinBuild,
  promoteBuild,
  purgeBuilds,
  restartBuild,
  rollbackBuild,
  unpinBuild,
} from '@millrace/contract/api';
import { badRequest, notFound } from '@millrace/contract/api-errors';
import type { BuildStore } from '../../../builds/build-store.ts';
import type { ChangeBuild } from '../../../builds/change-build.ts';
import { startOnce } from '../../../builds/start-once.ts';
import { type ApiRoutes, requireAsker, requirePerson } from '../../../http/api-routes.ts';
import { requireBuild } from '../require-build.ts';
import type { BuildDecisions } from './build-decisions.ts';
import type { BuildRestarter } from './build-restarter.ts';
import type { BuildStarter } from './build-starter.ts';
import type { DeployTargetReader } from './deploy-target-reader.ts';
import type { ParameterReader } from './parameter-reader.ts';
import type { RevisionReader } from './revision-reader.ts';

interface Deps {
  changeBuild: ChangeBuild;
  buildStarter: BuildStarter;
  buildRestarter: BuildRestarter;
  buildDecisions: BuildDecisions;
  builds: BuildStore;
  deployTargets: DeployTargetReader;
  parameterReader: ParameterReader;
  revisionReader: RevisionReader;
  /** Returns a build as the API shows it; undefined if it was deleted. */
  readBuild: (build: Build) => Promise<BuildJson | undefined>;
}

/** Registers the calls that start, cancel and delete builds. */
export function registerStartRoutes(routes: ApiRoutes, deps: Deps): void {
  const { buildStarter, buildRestarter, buildDecisions, parameterReader, builds } = deps;
  const read = async (changed: Build): Promise<BuildJson> => {
    const build = await deps.readBuild(changed);
    if (!build) throw notFound();
    return build;
  };
  const readOrNull = (build: Build | null) => (build ? read(build) : null);

  routes.repo(listBuildParameters, async ({ repo, query }) => {
    const { event = 'custom', branch = '', commit = '', build } = query;
    if (!build) return parameterReader.listOfBranch(repo, event, { branch, commit });
    const known = await requireBuild(builds, repo, Number(build));
    return parameterReader.listOfBuild(repo, event, known);
  });

  routes.repo(listRevisions, ({ repo, query: { branch = '', q = '' } }) =>
    deps.revisionReader.list(repo, branch, q),
  );

  routes.repo(getDeployTargets, async ({ repo, params, query }) => {
    const build = await requireBuild(builds, repo, params.build);
    const { event = 'promote', target = '' } = query;
    return deps.deployTargets.read(repo, build, { event, target });
  });

  routes.repo(createBuild, async ({ repo, viewer, permissions, query, request }) => {
    const { branch = '', commit = '', ...params } = withoutToken(query);
    const person = requireAsker(viewer, permissions);
    return readOrNull(
      await startOnce(builds, repo, { request, person }, (delivery) =>
        buildStarter.startBuild(repo, person, { branch, commit, params, ...delivery }),
      ),
    );
  });

  routes.repo(restartBuild, async ({ repo, viewer, permissions, params, query, request }) => {
    const { debug, pause_stage: stage, pause_step: step, ...changed } = withoutToken(query);
    if (query.only === 'failed') {
      refuseInNextAttempt(withoutToken(query));
      return read(
        await buildRestarter.restartFailed(repo, requireAsker(viewer, permissions), params.build),
      );
    }
    if (((stage ?? '') === '') !== ((step ?? '') === '')) {
      throw badRequest('A pause needs both pause_stage and pause_step');
    }
    const pauseBefore = stage && step ? { stage, step } : undefined;
    const options = { params: changed, debug: debug === 'true', pauseBefore };
    const person = requireAsker(viewer, permissions);
    return readOrNull(
      await startOnce(builds, repo, { request, person }, (delivery) =>
        buildRestarter.restartBuild(repo, person, params.build, { ...options, ...delivery }),
      ),
    );
  });

  for (const [endpoint, event] of [
    [promoteBuild, 'promote'],
    [rollbackBuild, 'rollback'],
  ] as const) {
    routes.repo(endpoint, async ({ repo, viewer, permissions, params, query, request }) => {
      const { target = '', ...more } = withoutToken(query);
      const deployment = { event, target, params: more };
      const person = requireAsker(viewer, permissions);
      return readOrNull(
        await startOnce(builds, repo, { request, person }, (delivery) =>
          buildRestarter.deployBuild(repo, person, params.build, { ...deployment, ...delivery }),
        ),
      );
    });
  }

  routes.repo(cancelBuild, async ({ repo, viewer, permissions, params }) => {
    const person = { login: requirePerson(viewer).login, canWrite: permissions.write };
    return read(await buildDecisions.cancel(repo, person, params.build));
  });

  for (const [endpoint, isPinned] of [
    [pinBuild, true],
    [unpinBuild, false],
  ] as const) {
    routes.repo(endpoint, async ({ repo, params }) => {
      const { id } = await requireBuild(builds, repo, params.build);
      return read((await deps.changeBuild.send({ build: id }, { kind: 'pin', isPinned })).build);
    });
  }

  routes.repo(purgeBuilds, async ({ repo, query }) => {
    const before = Number(query.before);
    if (!Number.isSafeInteger(before) || before < 1) throw badRequest('Invalid build number');
    await deps.changeBuild.purge(repo.id, before);
    return undefined;
  });
}

/** A next attempt has the parameters of the build, and runs as the build did. */
function refuseInNextAttempt(query: Record<string, string>): void {
  const { only: _only, debug, pause_stage: stage, pause_step: step, ...changed } = query;
  if (stage || step) throw badRequest('A restart of the failed stages cannot pause');
  if (debug === 'true') throw badRequest('A restart of the failed stages has no debug mode');
  const [name] = Object.keys(changed);
  if (name === undefined) return;
  throw badRequest(`A restart of the failed stages cannot change the parameter ${name}`);
}

/** Returns the parameters of a build: every key of the query except the credentials. */
function withoutToken(query: Record<string, string>): Record<string, string> {
  const { access_token: _token, ...rest } = query;
  return rest;
}
