import { Budget } from '../limits.ts';
import { inlineSharedParts } from '../shared-parts/inline-shared-parts.ts';
import { parseYaml } from '../yaml/parse-yaml.ts';
import { TextPositions } from '../yaml/text-positions.ts';
import { writeDocuments } from '../yaml/write-documents.ts';
import { type Data, toData } from '../yaml/yaml-data.ts';
import { YamlReader } from '../yaml/yaml-reader.ts';
import { expandPipeline } from './expand-pipeline.ts';
import { fillCombination } from './fill-combination.ts';

/**
 * Writes a pipeline for each combination of a matrix, and shared parts where they are used, because runners of other
 * servers know none. Returns the same text if the file has neither.
 */
export function writeExpanded(source: string): string {
  const text = inlineSharedParts(source);
  const budget = new Budget();
  const positions = new TextPositions(text);
  let hasMatrix = false;
  const documents = parseYaml(text, budget).flatMap((document, index): Data[] => {
    const { root } = document;
    const reader = new YamlReader({ document, positions, budget, number: index + 1 });
    const isPipeline =
      reader.isMap(reader.root) && reader.text(reader.map(reader.root).get('kind')) === 'pipeline';
    if (!isPipeline) return root ? [toData(root, (part) => part)] : [];
    return expandPipeline(reader).map(({ reader: { matrix }, name }) => {
      const data = toData(root, (part) => fillCombination(part, matrix));
      if (Object.keys(matrix).length === 0 || !isMap(data)) return data;
      hasMatrix = true;
      const { matrix: _, environment, ...rest } = data;
      return {
        ...rest,
        name,
        environment: { ...matrix, ...(isMap(environment) ? environment : {}) },
      };
    });
  });
  return hasMatrix ? writeDocuments(documents) : text;
}

function isMap(data: Data | undefined): data is { [key: string]: Data } {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}
