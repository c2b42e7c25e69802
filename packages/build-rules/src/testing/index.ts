export * from './build-state.ts';
export * from './queued-stage.ts';
export * from './reports.ts';
