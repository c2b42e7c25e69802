import type { PipelineReader } from '@millrace/build-host/pipeline-files/pipeline-reader';
import type { BuildFile } from '@millrace/build-rules';
import type { Build } from '@millrace/contract/api';

/**
 * Returns the pipeline file of a build with the lists that outputs have decided, in which all of its stages are. Lists of
 * an earlier attempt that are open again are left out.
 */
export async function readFilledFile(
  pipelineReader: Pick<PipelineReader, 'run'>,
  key: string,
  { config, matrices = {} }: BuildFile,
  { stages = [] }: Pick<Build, 'stages'>,
): Promise<string> {
  const open = stages.flatMap(({ name, placeholder }) => (placeholder ? name : []));
  const decided = Object.entries(matrices).filter(([pipeline]) => !open.includes(pipeline));
  if (decided.length === 0) return config;
  const input: [string, typeof matrices] = [config, Object.fromEntries(decided)];
  return pipelineReader.run(key, { name: 'fillMatrices', input });
}
