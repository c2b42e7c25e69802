import { convertLegacyFile } from './legacy/convert-legacy.ts';
import { Budget } from './limits.ts';
import { expandPipeline } from './matrix/expand-pipeline.ts';
import { parseYaml } from './yaml/parse-yaml.ts';
import { TextPositions } from './yaml/text-positions.ts';
import { YamlReader } from './yaml/yaml-reader.ts';

/**
 * Returns readers of the pipelines with a name, also of types that only third-party runners know. The list is empty
 * if the file cannot be parsed.
 */
export function findPipelineDocuments(text: string, pipeline: string): YamlReader[] {
  try {
    return readDocuments(convertLegacyFile(text) ?? text, pipeline);
  } catch {
    return [];
  }
}

function readDocuments(text: string, pipeline: string): YamlReader[] {
  const budget = new Budget();
  const positions = new TextPositions(text);
  return parseYaml(text, budget).flatMap((document, index) => {
    const reader = new YamlReader({ document, positions, budget, number: index + 1 });
    if (!reader.isMap(reader.root)) return [];
    if (reader.text(reader.map(reader.root).get('kind')) !== 'pipeline') return [];
    return expandPipeline(reader).flatMap(({ reader: own, name }) =>
      name === pipeline ? own : [],
    );
  });
}
