import type { PipelineVolume, Problem } from './pipeline.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

export interface PipelineContext {
  reader: YamlReader;
  type: string;
  /** False for a pipeline type of a third-party runner. */
  isOurs: boolean;
  trustProblems: Problem[];
}

/** Parts of a pipeline that its steps use. */
export interface StepContext extends PipelineContext {
  volumes: PipelineVolume[];
  /** Values of keys that a step does not have. */
  defaults: ReadonlyMap<string, Field>;
}
