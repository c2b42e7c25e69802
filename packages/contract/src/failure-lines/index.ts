export { EchoReader } from './echo-reader.ts';
export { isFailureLine } from './failure-line.ts';
export { findFirstError, listErrors, type OutputLine } from './find-first-error.ts';
