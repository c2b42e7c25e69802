export { type CallFrame, StarlarkError } from './errors.ts';
export { type EvaluateOptions, evaluate, type LoadedSource } from './evaluate.ts';
export { fromJson, type Json, toJson, toStruct } from './json.ts';
export { defaultMaxBytes, defaultMaxSteps } from './limits.ts';
export type { Module } from './module.ts';
export { structOf } from './values/struct.ts';
export { typeName, type Value } from './values/value.ts';
