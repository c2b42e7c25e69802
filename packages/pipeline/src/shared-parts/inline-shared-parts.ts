import { Budget } from '../limits.ts';
import { keysOf } from '../shape/json-schema.ts';
import { defaultsShape } from '../shape/step-shape.ts';
import { parseYaml } from '../yaml/parse-yaml.ts';
import { writeDocuments } from '../yaml/write-documents.ts';
import { type Data, toData } from '../yaml/yaml-data.ts';
import { sharesParts } from './has-shared-parts.ts';
import { isHiddenDocument } from './hidden-document.ts';

type DataMap = { [key: string]: Data };

/**
 * Writes the shared parts of a file where they are used: parts of other documents, lists in lists and defaults of steps.
 * Other parsers do not know them. Returns the same text if the file has none.
 */
export function inlineSharedParts(text: string): string {
  const documents = parseYaml(text, new Budget()).filter(({ root }) => root);
  if (!documents.some(sharesParts)) return text;
  const visible = documents.filter((document) => !isHiddenDocument(document));
  const data = visible.map(({ root }) => toData(root, (part) => part));
  return writeDocuments(
    data.map((each) => (isMap(each) && each.kind === 'pipeline' ? inline(each) : each)),
  );
}

function inline(pipeline: DataMap): DataMap {
  const { defaults, ...rest } = pipeline;
  const { services, steps } = rest;
  return {
    ...rest,
    ...(Array.isArray(services) && { services: flatten(services).map(withFlatCommands) }),
    ...(Array.isArray(steps) && {
      steps: flatten(steps)
        .map((step) => (isMap(step) && isMap(defaults) ? fill(step, defaults) : step))
        .map(withFlatCommands),
    }),
  };
}

function fill(step: DataMap, defaults: DataMap): DataMap {
  const known = Object.entries(defaults).filter(([key]) => keysOf(defaultsShape).includes(key));
  const filled = { ...Object.fromEntries(known), ...step };
  const { environment } = defaults;
  if (!isMap(environment) || !isMap(step.environment)) return filled;
  return { ...filled, environment: { ...environment, ...step.environment } };
}

function withFlatCommands(step: Data): Data {
  if (!isMap(step) || !Array.isArray(step.commands)) return step;
  return { ...step, commands: flatten(step.commands) };
}

function flatten(list: readonly Data[]): Data[] {
  return list.flatMap((item) => (Array.isArray(item) ? flatten(item) : [item]));
}

function isMap(data: Data | undefined): data is DataMap {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}
