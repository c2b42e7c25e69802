import { FileHandlers } from '../src/builds/file-handlers.ts';
import type { TestServer } from './test-server.ts';

/** Returns what the features of a server do with pipeline files. */
export function fileHandlersOf({ features }: TestServer): FileHandlers {
  return new FileHandlers(features.contributed.pipelineFile);
}
