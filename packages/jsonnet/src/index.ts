export { type EvaluateOptions, evaluate } from './evaluate.ts';
export { JsonnetError } from './jsonnet-error.ts';
