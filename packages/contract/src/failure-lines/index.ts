export { EchoReader } from './echo-reader.ts';
export { ErrorFinder, type FoundError, maxErrorLength, type OutputLine } from './error-finder.ts';
export { isFailureLine } from './failure-line.ts';
export { findFirstError } from './find-first-error.ts';
export { isWarningLine } from './warning-line.ts';
