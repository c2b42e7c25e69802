export * from './add-pull-secret.ts';
export * from './build-variables.ts';
export { parseByteSize } from './byte-size.ts';
export { findFolderProblem, isOutsideFolder } from './cache-folders.ts';
export * from './cache-key.ts';
export { artifactStepName, cacheStepNames, cloneStepName } from './check-steps.ts';
export * from './combined-files.ts';
export { conditionEffortOf } from './condition-effort.ts';
export { conditionFacts } from './condition-facts.ts';
export * from './conditions.ts';
export * from './deployment-parts.ts';
export * from './explain-conditions.ts';
export * from './glob/match-glob.ts';
export * from './glob/may-match-below.ts';
export { type ForeignSystem, findForeignSystem } from './hints/foreign-file.ts';
export { builderRules, imageRules } from './image-programs.ts';
export * from './image-registries.ts';
export * from './include-documents.ts';
export * from './judge-file.ts';
export { convertLegacyFile } from './legacy/convert-legacy.ts';
export { pipelineLimits } from './limits.ts';
export {
  closeMatrices,
  type DecidedMatrices,
  fillMatrices,
  listMatrixStages,
} from './matrix/fill-matrices.ts';
export { matrixSourcesOf } from './matrix/matrix-source.ts';
export { parseMatrixValues } from './matrix/matrix-values.ts';
export { maxCombinations } from './matrix/read-matrix.ts';
export * from './matrix/write-expanded.ts';
export * from './outside-secrets.ts';
export * from './own-keys.ts';
export * from './parameter.ts';
export * from './parse-pipeline-file.ts';
export * from './pipeline.ts';
export * from './pipeline-schema.ts';
export * from './plan-stages.ts';
export * from './pod-options.ts';
export * from './restrict-pipelines.ts';
export * from './secret-uses.ts';
export { outputNameOf, usesOutput } from './setting-outputs.ts';
export {
  clonedPathPattern,
  clonedRefPattern,
  repositoryPattern,
} from './shape/cloned-repositories-shape.ts';
export { hasSharedParts } from './shared-parts/has-shared-parts.ts';
export * from './stage-steps.ts';
export * from './step-over.ts';
export * from './substitution/can-expand-to.ts';
export * from './template-documents.ts';
export * from './with-dependencies.ts';
export { writeScriptValue } from './write-script-value.ts';
export * from './yaml/write-documents.ts';
export type { Data } from './yaml/yaml-data.ts';
