import { findAncestors } from '@millrace/build-host/caches/find-ancestors';
import type { Build } from '@millrace/contract/api';
import type { CreateFeature } from '../../feature.ts';
import { OutputStore, reencryptOutputs } from './output-store.ts';

/** Variables that steps pass on to stages that depend on theirs. */
export const outputs: CreateFeature = ({ db, keys, pipelineReader }) => {
  const store = new OutputStore(db, keys.sealer);
  const listOutputs = ({ stages = [] }: Pick<Build, 'stages'>, stage: string) =>
    store.list(findAncestors(stages, stage).map(({ id }) => id));
  return {
    owns: { stage_outputs: 'build' },
    stepCalls: {
      whileRunning: { setOutputs: ({ stageId }, { body }) => store.put(stageId, body) },
    },
    replayParts: async (build) => {
      const names = new Set(build.stages?.map(({ name }) => name));
      const lists = [...names].map(async (stage) => {
        const passed = await listOutputs(build, stage);
        return passed.map(({ name, data, isMasked }) => ({
          stage,
          name,
          data: isMasked ? null : data,
        }));
      });
      return { outputs: (await Promise.all(lists)).flat() };
    },
    stageInputs: async ({ repo, build, config, stage }) => {
      const matrixOutputs = await pipelineReader.run(repo.slug, {
        name: 'listMatrixOutputs',
        input: [config, stage.name],
      });
      return {
        outputs: await listOutputs(build, stage.name),
        ...(matrixOutputs.length > 0 ? { matrixOutputs } : {}),
      };
    },
    stageOutputs: (stageIds) => store.listByStage(stageIds),
    reencrypt: reencryptOutputs,
  };
};
