import { isSeq, parseAllDocuments } from 'yaml';
import { convertLegacyFile } from './legacy/convert-legacy.ts';
import { Budget } from './limits.ts';
import { expandPipeline } from './matrix/expand-pipeline.ts';
import { parsePipelineFile } from './parse-pipeline-file.ts';
import type { Pipeline } from './pipeline.ts';
import { inlineSharedParts } from './shared-parts/inline-shared-parts.ts';
import { withDependencies } from './with-dependencies.ts';
import { parseYaml } from './yaml/parse-yaml.ts';
import { TextPositions } from './yaml/text-positions.ts';
import { YamlReader } from './yaml/yaml-reader.ts';

/** A step of a pipeline, by their names. */
export interface StepName {
  stage: string;
  step: string;
}

export interface RestrictedFile {
  text: string;
  /** Names of the stage and of those that it depends on. The text has their other combinations of a matrix too. */
  stages: string[];
}

/**
 * Returns a file with only the pipeline of a stage, those that it depends on, and all documents of other kinds. Of
 * the steps of the stage, it has only the named one and those that must run before it: later steps could publish or
 * deploy. Returns undefined if the file has no such step.
 */
export function restrictPipelines(
  source: string,
  { stage, step }: StepName,
): RestrictedFile | undefined {
  const given = convertLegacyFile(source) ?? source;
  const { pipelines, problems } = parsePipelineFile(given);
  if (problems.some(({ severity }) => severity === 'error')) return undefined;
  const text = inlineSharedParts(given);
  const byName = new Map(pipelines.map((each) => [each.name, each]));
  const pipeline = byName.get(stage);
  const steps = pipeline && findNeeded(pipeline, step);
  if (!steps) return undefined;
  const stages = findStages(byName, stage);
  const names = listStageNames(text);
  const needed = withDependencies([stage], (name) =>
    // A document keeps all combinations of its matrix, and therefore what they depend on.
    (names.find((each) => each?.includes(name)) ?? []).flatMap(
      (each) => byName.get(each)?.dependsOn ?? [],
    ),
  );
  // Without types, all texts stay as they are: `yes` is a name in one place and a boolean in another.
  const documents = [...parseAllDocuments(text, { schema: 'failsafe', uniqueKeys: false })];
  if (documents.length !== names.length) return undefined;
  const included = documents.filter((_, at) => names[at]?.some((name) => needed.has(name)) ?? true);
  for (const document of included) {
    if (document.directives) document.directives.docStart = null;
    if (!names[documents.indexOf(document)]?.includes(stage)) continue;
    const list = document.get('steps');
    if (!isSeq(list)) return undefined;
    list.items = list.items.filter((_, at) => steps.has(at));
  }
  try {
    const written = included.map((document) => document.toString({ lineWidth: 0 }));
    return { text: written.join('---\n'), stages: [...stages] };
  } catch {
    // An anchor was in a part that is left out.
    return undefined;
  }
}

/** Returns the names of the stages of each document; undefined for one that is not a pipeline. */
function listStageNames(text: string): (string[] | undefined)[] {
  const budget = new Budget();
  const positions = new TextPositions(text);
  return parseYaml(text, budget).map((document, index) => {
    const reader = new YamlReader({ document, positions, budget, number: index + 1 });
    if (!reader.isMap(reader.root)) return undefined;
    if (reader.text(reader.map(reader.root).get('kind')) !== 'pipeline') return undefined;
    return expandPipeline(reader).map(({ name }) => name);
  });
}

/** Returns the positions of a step and of those that run before it. Undefined if there is no such step. */
function findNeeded({ services, steps }: Pipeline, name: string): Set<number> | undefined {
  const position = steps.findIndex((step) => step.name === name);
  if (position === -1) return undefined;
  const hasGraph = steps.some(({ dependsOn }) => dependsOn.length > 0);
  const positions = new Map(steps.map((step, at) => [step.name, at]));
  const listPositions = (names: readonly string[]) =>
    names.flatMap((each) => positions.get(each) ?? []);
  const before = hasGraph ? [] : Array.from({ length: position }, (_, at) => at);
  // All services start, after the steps that they depend on.
  const ofServices = services.flatMap(({ dependsOn }) => listPositions(dependsOn));
  return withDependencies([...before, position, ...ofServices], (at) =>
    listPositions(steps[at]?.dependsOn ?? []),
  );
}

/** Returns the names of a stage and of all stages that must finish before it. */
function findStages(byName: ReadonlyMap<string, Pipeline>, stage: string): Set<string> {
  return withDependencies([stage], (name) => byName.get(name)?.dependsOn ?? []);
}
