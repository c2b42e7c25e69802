export * from './call-errors.ts';
export * as runnerCalls from './calls.ts';
export * as connectionCalls from './connection-calls.ts';
export { type RunnerEndpoint, rpcPath } from './define-call.ts';
export * from './messages.ts';
export * from './runner-api.ts';
export * from './runner-id.ts';
export * from './stage-details.ts';
export * from './step-file.ts';
