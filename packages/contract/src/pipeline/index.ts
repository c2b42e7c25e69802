export { cloneStepName } from './check-steps.ts';
export * from './conditions.ts';
export * from './match-glob.ts';
export * from './parse-pipeline-file.ts';
export * from './pipeline.ts';
export * from './substitute.ts';
export * from './template-documents.ts';
export * from './write-documents.ts';
export type { Data } from './yaml-data.ts';
