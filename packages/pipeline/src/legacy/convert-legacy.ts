import { YAMLException } from 'js-yaml';
import { Budget, LimitError } from '../limits.ts';
import { parseYaml } from '../yaml/parse-yaml.ts';
import { TextPositions } from '../yaml/text-positions.ts';
import { writeDocuments } from '../yaml/write-documents.ts';
import type { Data } from '../yaml/yaml-data.ts';
import { type Field, YamlReader } from '../yaml/yaml-reader.ts';
import { readTrigger } from './legacy-conditions.ts';
import { type LegacyStep, readLegacySteps } from './legacy-steps.ts';
import { namesOf, readAxes, withAxis } from './matrix.ts';

export interface LegacyOptions {
  /** URL of the repository page; the sources are placed below its host and path. */
  repoLink?: string | undefined;
}

/** First line of every converted file, a comment for its readers. */
export const convertedNote = '# Converted from the format before "kind: pipeline".';

/**
 * Converts a file in the format before `kind: pipeline`, with `pipeline:` at the top level, to the current
 * format, the way existing servers do. Returns undefined if the file is not in the old format or cannot be
 * read. Each matrix combination becomes a pipeline.
 */
export function convertLegacyFile(text: string, options: LegacyOptions = {}): string | undefined {
  try {
    const reader = openLegacyFile(text);
    return reader && convert(reader, options);
  } catch (error) {
    if (error instanceof LimitError || error instanceof YAMLException) return undefined;
    throw error;
  }
}

function convert(reader: YamlReader, options: LegacyOptions): string | undefined {
  const fields = reader.map(reader.root);
  const own = readLegacySteps(reader, fields.get('clone'));
  const steps = readLegacySteps(reader, fields.get('pipeline'));
  const services = readLegacySteps(reader, fields.get('services'));
  const trigger = readTrigger(reader, fields.get('branches'), steps);
  const axes = readAxes(reader, fields.get('matrix'));
  const names = namesOf(axes);
  const pipelines = (axes.length > 0 ? axes : [undefined]).map((axis, index) => {
    const usedNames = new Set<Data | undefined>();
    const withNames = (list: LegacyStep[]) => {
      const fields = list.filter((step) => !axis || step.isFor(axis)).map((step) => step.fields);
      return numberNames(fields, usedNames);
    };
    const namedSteps = withNames([...own, ...steps]);
    const pipeline: { [key: string]: Data } = {
      kind: 'pipeline',
      type: 'docker',
      name: names[index] ?? 'default',
      workspace: readWorkspace(reader, fields.get('workspace'), options),
      ...(own.length > 0 ? { clone: { disable: true } } : {}),
      ...volumesOf([...own, ...steps, ...services]),
      ...(services.length > 0 ? { services: withNames(services) } : {}),
      steps: namedSteps,
      ...(trigger ? { trigger } : {}),
    };
    return axis ? withAxis(pipeline, axis) : pipeline;
  });
  if (reader.problems.some(({ severity }) => severity === 'error')) return undefined;
  const documents = [...pipelines, ...readSecrets(reader, fields.get('secrets'))];
  return `${convertedNote}\n${writeDocuments(documents)}`;
}

function openLegacyFile(text: string): YamlReader | undefined {
  if (/^["']?kind["']?\s*:/m.test(text) || !/^["']?pipeline["']?\s*:/m.test(text)) return undefined;
  const budget = new Budget();
  budget.spend('characters', text.length);
  const [document, second] = parseYaml(text, budget);
  if (!document || second || document.wrongAliases.length > 0) return undefined;
  const reader = new YamlReader({
    document,
    positions: new TextPositions(text),
    budget,
    number: 1,
  });
  return reader.isMap(reader.map(reader.root).get('pipeline')) ? reader : undefined;
}

/** Returns the clone folder in containers: Go required sources to be in the folder of their import path. */
function readWorkspace(
  reader: YamlReader,
  field: Field | undefined,
  { repoLink }: LegacyOptions,
): { base: string; path: string } {
  const fields = reader.map(field);
  const link = repoLink && URL.canParse(repoLink) ? new URL(repoLink) : undefined;
  return {
    base: reader.text(fields.get('base')) || '/drone',
    path:
      reader.text(fields.get('path')) || (link ? `src/${link.hostname}${link.pathname}` : 'src'),
  };
}

function volumesOf(steps: readonly LegacyStep[]): { volumes?: Data } {
  const sources = new Map(steps.flatMap((step) => [...step.volumes]));
  if (sources.size === 0) return {};
  return { volumes: [...sources].map(([name, path]) => ({ name, host: { path } })) };
}

/**
 * Makes step names unique, because the old format allowed duplicates. As on existing servers, later steps get
 * their index in the list as a suffix.
 */
function numberNames(steps: LegacyStep['fields'][], seen: Set<Data | undefined>): Data[] {
  return steps.map((step, index) => {
    let { name } = step;
    for (let number = index; seen.has(name); number++) name = `${step.name}_${number}`;
    seen.add(name);
    return { ...step, name: name ?? '' };
  });
}

function readSecrets(reader: YamlReader, field: Field | undefined): Data[] {
  return [...reader.map(field)].map(([name, value]) => {
    const fields = reader.map(value);
    const options = reader.map(fields.get('driver_opts'));
    const path =
      reader.text(options.get('path')) ??
      reader.text(fields.get('path')) ??
      reader.text(fields.get('vault')) ??
      '';
    const key = reader.text(options.get('key')) ?? name;
    return { kind: 'secret', name, get: { path, name: key } };
  });
}
