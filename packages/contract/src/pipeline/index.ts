export * from './conditions.ts';
export * from './match-glob.ts';
export * from './parse-pipeline-file.ts';
export * from './pipeline.ts';
