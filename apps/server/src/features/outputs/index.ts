import { findAncestors } from '../../domain/find-ancestors.ts';
import type { CreateFeature } from '../../feature.ts';
import { OutputStore, reencryptOutputs } from './output-store.ts';

/** Variables that steps pass on to stages that depend on theirs. */
export const outputs: CreateFeature = ({ db, keys }) => {
  const store = new OutputStore(db, keys.sealer);
  return {
    owns: ['stage_outputs'],
    ports: {
      setOutputs: (stageId, added) => store.put(stageId, added),
      listOutputs: ({ stages = [] }, stage) =>
        store.list(findAncestors(stages, stage).map(({ id }) => id)),
    },
    reencrypt: reencryptOutputs,
  };
};
