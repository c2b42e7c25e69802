export * from './endpoints.ts';
export * from './messages.ts';
export * from './runner-api.ts';
export * from './runner-id.ts';
