import { convertLegacyFile } from '../legacy/convert-legacy.ts';
import { Budget } from '../limits.ts';
import { outputKey } from '../setting-outputs.ts';
import { parseYaml } from '../yaml/parse-yaml.ts';
import { TextPositions } from '../yaml/text-positions.ts';
import { resolveAlias, type YamlNode, type YamlValue } from '../yaml/yaml-node.ts';
import { YamlReader } from '../yaml/yaml-reader.ts';
import { expandPipeline } from './expand-pipeline.ts';
import { isMatrixSource } from './matrix-source.ts';

/** Values that outputs have decided: lists by the names of the pipeline and the variable. */
export type DecidedMatrices = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/**
 * Replaces outputs in matrices by the lists that they have decided. All other lines stay where they are. The text is then
 * read like any other, also by runners that know only lists.
 */
export function fillMatrices(source: string, decided: DecidedMatrices): string {
  if (Object.keys(decided).length === 0 || !mayBeOpen(source)) return source;
  const text = convertLegacyFile(source) ?? source;
  const lists = new Map<YamlValue, readonly string[]>();
  for (const reader of readPipelineDocuments(text)) {
    for (const [node, values] of findLists(reader, decided)) lists.set(node, values);
  }
  if (lists.size === 0) return source;
  return [...lists]
    .sort(([one], [other]) => other.start - one.start)
    .reduce((filled, [node, values]) => replaceNode(filled, node, values), text);
}

/**
 * Replaces outputs that have decided nothing yet by a list of one value. Runners that know only lists then accept the
 * file, in which they look for another stage.
 */
export function closeMatrices(source: string): string {
  if (!mayBeOpen(source)) return source;
  const open = readPipelineDocuments(convertLegacyFile(source) ?? source)
    .flatMap(expandPipeline)
    .map(({ givenName, sources }) => [
      givenName,
      Object.fromEntries(sources.map(({ variable }) => [variable, ['later']])),
    ]);
  return fillMatrices(source, Object.fromEntries(open));
}

/** Lists the names of all stages of a pipeline, which the file names so, and of all others. */
export function listMatrixStages(
  source: string,
  pipeline: string,
): { own: string[]; others: string[] } {
  const text = convertLegacyFile(source) ?? source;
  const expanded = readPipelineDocuments(text).flatMap(expandPipeline);
  const own = expanded.filter(({ givenName }) => givenName === pipeline);
  const others = expanded.filter((each) => !own.includes(each));
  const nameOf = ({ name }: { name: string }) => name;
  return { own: own.map(nameOf), others: others.map(nameOf) };
}

/** Most files have no outputs, and reading them takes time. */
function mayBeOpen(source: string): boolean {
  return source.includes(outputKey);
}

function readPipelineDocuments(text: string): YamlReader[] {
  const budget = new Budget();
  const positions = new TextPositions(text);
  return parseYaml(text, budget).flatMap((document, index) => {
    const reader = new YamlReader({ document, positions, budget, number: index + 1 });
    const isPipeline =
      reader.isMap(reader.root) && reader.text(reader.map(reader.root).get('kind')) === 'pipeline';
    return isPipeline ? reader : [];
  });
}

function findLists(reader: YamlReader, decided: DecidedMatrices): [YamlValue, readonly string[]][] {
  const fields = reader.map(reader.root);
  // A pipeline and a variable may have the name of a property that every object has.
  const ofPipeline = new Map(Object.entries(decided)).get(
    reader.text(fields.get('name')) || 'default',
  );
  if (!ofPipeline) return [];
  const listOf = new Map(Object.entries(ofPipeline));
  return [...reader.map(fields.get('matrix'))].flatMap(([name, field]) => {
    const node = resolveAlias(field.node);
    const values = listOf.get(name);
    return node && values && isMatrixSource(reader, field) ? [[node, values]] : [];
  });
}

/** Writes a list in place of a map. The lines after it keep their numbers, and the rest of its last line its indentation. */
function replaceNode(text: string, node: YamlValue, values: readonly string[]): string {
  const end = endOf(text, node);
  const [, ...lines] = text.slice(node.start, end).split('\n');
  const indent = /^ */.exec(lines.at(-1) ?? '')?.[0] ?? '';
  const breaks = lines.length > 0 ? '\n'.repeat(lines.length) + indent : '';
  // JSON quotes the values, which have no character with a meaning in quotes.
  return `${text.slice(0, node.start)}${JSON.stringify(values)}${breaks}${text.slice(end)}`;
}

/** Returns the position after a map whose values are scalars and maps. */
function endOf(text: string, node: YamlNode): number {
  if (node.kind === 'scalar') return node.end;
  if (node.kind === 'alias') return endOfMatch(text, node.start, /\*[^\s,[\]{}]+/y);
  const last = node.kind === 'map' ? node.pairs.at(-1)?.value : node.items.at(-1);
  const end = last ? endOf(text, last) : node.start + 1;
  return text[node.start] === '{' ? endOfMatch(text, end, /(?:[\s,]|#[^\n]*)*\}/y) : end;
}

function endOfMatch(text: string, start: number, pattern: RegExp): number {
  pattern.lastIndex = start;
  return start + (pattern.exec(text)?.[0].length ?? 0);
}
