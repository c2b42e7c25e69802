import type { PipelineReader } from '@millrace/build-host/pipeline-files/pipeline-reader';
import type { BuildFile } from '@millrace/build-rules';

/** Returns the pipeline file of a build with the lists that outputs have decided, in which all of its stages are. */
export async function readFilledFile(
  pipelineReader: Pick<PipelineReader, 'run'>,
  key: string,
  { config, matrices = {} }: BuildFile,
): Promise<string> {
  if (Object.keys(matrices).length === 0) return config;
  return pipelineReader.run(key, { name: 'fillMatrices', input: [config, matrices] });
}
