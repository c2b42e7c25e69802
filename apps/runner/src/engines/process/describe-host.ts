import { cpus, release, type } from 'node:os';
import type { EngineHost } from '../engine.ts';

/** Describes this machine. */
export function describeHost(): EngineHost {
  const all = cpus();
  const model = all[0]?.model.trim() ?? process.arch;
  return { kernel: `${type()} ${release()}`, cpu: `${all.length} × ${model}` };
}
