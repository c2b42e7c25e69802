export { cloneStepName } from './check-steps.ts';
export * from './conditions.ts';
export * from './glob/match-glob.ts';
export * from './parse-pipeline-file.ts';
export * from './pipeline.ts';
export * from './step-over.ts';
export * from './template-documents.ts';
export * from './yaml/write-documents.ts';
export type { Data } from './yaml/yaml-data.ts';
