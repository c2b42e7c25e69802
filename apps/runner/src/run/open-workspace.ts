import { errorMessage } from '@millrace/node-kit/error-message';
import type { Workspace, WorkspaceSetup } from '../engines/engine.ts';
import { cacheFoldersOf } from '../plan/cache-folders.ts';
import { secretFinder } from '../plan/fill-secrets.ts';
import { registryLogins, serverLogins } from '../plan/registry-logins.ts';
import { InfrastructureFailure } from '../shared/infrastructure-failure.ts';
import type { ReadStage } from './read-stage.ts';
import type { StageRun } from './stage-run.ts';

/** Creates the workspace of a stage, or continues in that of an earlier runner. */
export async function openWorkspace(
  { details, pipeline }: ReadStage,
  { engine, orphaned, settings }: StageRun,
  onWait: NonNullable<WorkspaceSetup['onWait']>,
): Promise<Workspace> {
  const setup: WorkspaceSetup = {
    stageId: details.stage.id,
    workspace: pipeline.workspace,
    volumes: pipeline.volumes,
    cacheFolders: cacheFoldersOf(pipeline, pipeline.steps),
    pod: pipeline.pod,
    hosts: [...pipeline.services, ...pipeline.steps].map(({ name }) => name),
    registries: [
      ...registryLogins(pipeline.imagePullSecrets, secretFinder(details.secrets)),
      ...serverLogins(details.registries),
      ...settings.logins,
    ],
    onWait,
  };
  if (!orphaned) return engine.createWorkspace(setup);
  try {
    return await orphaned.adopt(setup);
  } catch (error) {
    await orphaned.remove(setup.stageId);
    const reason = `The runner restarted, and this stage could not go on: ${errorMessage(error)}`;
    throw new InfrastructureFailure('runner', reason);
  }
}
