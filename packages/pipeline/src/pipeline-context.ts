import type { PipelineVolume, Problem } from './pipeline.ts';
import type { YamlReader } from './yaml/yaml-reader.ts';

export interface PipelineContext {
  reader: YamlReader;
  type: string;
  /** False for a pipeline type of a third-party runner. */
  isOurs: boolean;
  trustProblems: Problem[];
}

/** Resources of a pipeline that its steps can refer to. */
export interface StepContext extends PipelineContext {
  volumes: PipelineVolume[];
}
