import type { Engine } from './engine.ts';
import { createProcessEngine, type ProcessEngineOptions } from './process/process-engine.ts';

export type EngineOptions = ProcessEngineOptions;

export function createEngines(options: EngineOptions): Engine[] {
  return [createProcessEngine(options)];
}
