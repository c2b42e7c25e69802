// The table of runner calls: those about stages, and one file for each capability of steps.
export * from './calls/artifacts.ts';
export * from './calls/caches.ts';
export * from './calls/cards.ts';
export * from './calls/files.ts';
export * from './calls/logs.ts';
export * from './calls/outputs.ts';
export * from './calls/stages.ts';
export * from './calls/terminals.ts';
