import { getPipelineChange, type PipelineChange } from '@millrace/contract/api';
import { missing } from '@millrace/contract/api-errors';
import type { CreateFeature } from '../../feature.ts';
import { buildsPort } from '../builds/port.ts';
import { ChangeStore, type StoredChange } from './change-store.ts';
import { createChangeTester } from './change-tester.ts';

/** Changes of the pipeline file: back-tests the file of each push and pull request that changes it. */
export const pipelineChanges: CreateFeature = (core, ask, contributed) => {
  const store = new ChangeStore(core.db);
  return {
    owns: { pipeline_changes: 'build' },
    addRoutes: ({ api }) =>
      api.repo(getPipelineChange, async ({ repo, params }): Promise<PipelineChange> => {
        const build = await core.builds.findByNumber(repo.id, params.build);
        if (!build) throw missing();
        if (build.fileBase === 0) throw missing('This build does not change the pipeline file');
        return { base: build.fileBase, ...describe(await store.find(build.id)) };
      }),
    jobs: {
      testPipelineChanges: createChangeTester({
        ...core,
        buildsPort: ask(buildsPort),
        contributed,
      }),
    },
  };
};

function describe(change: StoredChange | undefined): Omit<PipelineChange, 'base'> {
  if (!change) return { status: 'pending', error: '' };
  const { error, result } = change;
  return result ? { status: 'finished', error, result } : { status: 'failed', error };
}
