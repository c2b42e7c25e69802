import { findOverlap, isOutsideFolder } from './cache-folders.ts';
import { artifactStepName, cacheStepNames, checkSteps, cloneStepName } from './check-steps.ts';
import { suggestWord, warnUnknownWord } from './check-words.ts';
import { findDependency } from './find-dependency.ts';
import type { ExpandedPipeline } from './matrix/expand-pipeline.ts';
import { ownTypes } from './own-types.ts';
import type { CacheDeclaration, Pipeline, Platform } from './pipeline.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { readArtifactSources } from './read-artifact-sources.ts';
import { readCaches } from './read-caches.ts';
import { readClone } from './read-clone.ts';
import { readConditions } from './read-conditions.ts';
import { readDuration } from './read-duration.ts';
import { readEnvironment } from './read-environment.ts';
import { readManual } from './read-manual.ts';
import { readParameters } from './read-parameters.ts';
import { readPod } from './read-pod.ts';
import { readRetry } from './read-retry.ts';
import { readFailure, readSharedKeys, readStep } from './read-step.ts';
import { readVolumes } from './read-volumes.ts';
import { keysOf } from './shape/json-schema.ts';
import {
  concurrencyShape,
  pipelineShape,
  platformShape,
  wholeNumberPattern,
  workspaceShape,
} from './shape/pipeline-shape.ts';
import { readDefaults } from './shared-parts/step-defaults.ts';
import { archWords, osWords, typeWords, type Words } from './words.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

type Fields = Map<string, Field>;

/** Keys without an effect, by the type of the pipeline. */
const ineffectiveKeys: Record<string, readonly string[]> = {
  exec: ['volumes', 'image_pull_secrets', 'workspace'],
  docker: ['replay_files'],
  kubernetes: ['replay_files'],
};

const cacheNames = Object.values(cacheStepNames).map(
  (name) => [name, 'if the pipeline has a cache'] as const,
);

export function readPipeline(
  fields: Fields,
  { reader, name, sources }: ExpandedPipeline,
): Pipeline {
  const type = reader.text(fields.get('type')) || 'docker';
  const isOurs = ownTypes.includes(type);
  if (!isOurs) warnMisspelledType(reader, fields.get('type'), type);
  if (isOurs) reader.warnUnknown(fields, keysOf(pipelineShape), 'a pipeline', 'a pipeline');
  const trustProblems: Pipeline['trustProblems'] = [];
  const base = { reader, isOurs, type, trustProblems };
  const volumes = readVolumes(base, fields.get('volumes'));
  const defaults = isOurs ? readDefaults(reader, fields.get('defaults')) : new Map<string, Field>();
  const context = { ...base, volumes, defaults };
  // A wrong default is an error even if each step has the key.
  readSharedKeys(context, new Map(defaults), true);
  const lists = {
    services: readList(reader, fields, 'services'),
    steps: readList(reader, fields, 'steps'),
  };
  const read = (key: keyof typeof lists) =>
    lists[key].map((field, index) => readStep(context, field, key, index));
  const services = read('services');
  const steps = read('steps');
  for (const { severity, key, index, dependency, message } of checkSteps(services, steps)) {
    const step = lists[key][index] ?? reader.root;
    const entry =
      dependency === undefined ? undefined : findDependency(reader, reader.map(step), dependency);
    reader.report(severity, entry ?? step, message);
  }
  if (steps.length === 0) {
    const field = fields.get('steps') ?? fields.get('kind') ?? reader.root;
    reader.report('warning', field, 'the pipeline has no steps');
  }
  const caches = isOurs ? readCaches(context, fields.get('cache')) : [];
  const artifactsFrom = isOurs ? readArtifactSources(reader, fields.get('artifacts_from')) : [];
  const clone = readClone(reader, fields.get('clone'), isOurs);
  if (isOurs) {
    const reserved = [
      ...(clone.disable ? [] : [[cloneStepName, 'without "clone: { disable: true }"'] as const]),
      ...(caches.length > 0 ? cacheNames : []),
      ...(artifactsFrom.length > 0
        ? [[artifactStepName, 'if the pipeline has artifacts_from'] as const]
        : []),
    ];
    checkNames(reader, new Map(reserved), [
      [lists.services, services],
      [lists.steps, steps],
    ]);
  }
  warnIneffective(reader, fields, { type, keys: ineffectiveKeys[type] ?? [] });
  const platform = readPlatform(reader, fields.get('platform'));
  if (isOurs) {
    const workspaceKeys = reader.map(fields.get('workspace'));
    reader.warnUnknown(workspaceKeys, keysOf(workspaceShape), 'workspace');
  }
  const workspace = readWorkspace(reader, fields.get('workspace'));
  if (isOurs && type !== 'exec') {
    checkFolders(reader, fields.get('cache'), caches, { workspace, steps });
    for (const [at, step] of steps.entries()) {
      if (!step.caches.some(({ paths }) => paths.some(isOutsideFolder))) continue;
      const field = reader.map(lists.steps[at] ?? reader.root).get('cache');
      checkFolders(reader, field, [...caches, ...step.caches], { workspace, steps: [step] });
    }
  }
  return {
    kind: 'pipeline',
    type,
    name,
    platform,
    clone,
    workspace,
    environment: { ...reader.matrix, ...readEnvironment(reader, fields.get('environment')) },
    volumes,
    services,
    steps,
    node: reader.textMap(fields.get('node')),
    imagePullSecrets: reader.texts(fields.get('image_pull_secrets')),
    dependsOn: reader.texts(fields.get('depends_on')),
    trigger: readConditions(reader, fields.get('trigger'), 'trigger'),
    concurrency: readLimit(base, fields.get('concurrency')),
    ignoresFailure: readFailure(reader, fields.get('failure')),
    manual: readManual(reader, fields.get('manual')),
    isInterruptible: reader.flag(fields.get('interruptible')),
    timeoutSec: isOurs ? readDuration(reader, fields.get('timeout')) : 0,
    retry: readRetry(reader, fields.get('retry')),
    storesReplayFiles: isOurs && reader.flag(fields.get('replay_files')),
    requiresSecrets: isOurs && reader.flag(fields.get('require_secrets')),
    parameters: readParameters(reader, fields.get('parameters')),
    caches,
    artifactsFrom,
    matrixSources: sources,
    ...(isOurs ? { pod: readPod(reader, fields, type) } : {}),
    trustProblems,
  };
}

function readWorkspace(reader: YamlReader, field: Field | undefined): Pipeline['workspace'] {
  const fields = reader.map(field);
  return {
    base: reader.text(fields.get('base')) ?? '',
    path: reader.text(fields.get('path')) ?? '',
  };
}

/** Reports cached folders that overlap with others, or with what the steps mount. */
function checkFolders(
  reader: YamlReader,
  field: Field | undefined,
  caches: readonly CacheDeclaration[],
  mounts: Parameters<typeof findOverlap>[1],
): void {
  if (!field) return;
  const folders = caches.flatMap(({ paths }) => paths.filter(isOutsideFolder));
  const problem = findOverlap(folders, mounts);
  if (problem) reader.report('error', field, `${field.path}: ${problem}`);
}

function readList(reader: YamlReader, fields: Fields, key: 'steps' | 'services'): Field[] {
  const list = reader.flatList(fields.get(key));
  reader.budget.spend('steps', list.length);
  return list;
}

/** Reports steps and services with a reserved name, which is followed by the condition in which it is reserved. */
function checkNames(
  reader: YamlReader,
  reserved: ReadonlyMap<string, string>,
  lists: readonly (readonly [fields: readonly Field[], steps: readonly { name: string }[]])[],
): void {
  for (const [fields, steps] of lists) {
    steps.forEach(({ name }, at) => {
      const condition = reserved.get(name);
      if (condition === undefined) return;
      const message = `no step may be named "${name}" ${condition}`;
      reader.report('error', fields[at] ?? reader.root, message);
    });
  }
}

/** Warns about keys that have no effect in pipelines of this type. */
function warnIneffective(
  reader: YamlReader,
  fields: Fields,
  { type, keys }: { type: string; keys: readonly string[] },
): void {
  for (const key of keys) {
    const field = fields.get(key);
    if (field)
      reader.report('warning', field, `${key} has no effect in a pipeline of type ${type}`);
  }
}

/** Runners of other systems have types of their own, so only a type that looks like ours is a mistake. */
function warnMisspelledType(reader: YamlReader, field: Field | undefined, type: string): void {
  if (field && suggestWord(type, typeWords)) {
    warnUnknownWord(reader, field, 'type', type, typeWords);
  }
}

function readPlatform(reader: YamlReader, field: Field | undefined): Platform {
  const fields = reader.map(field);
  reader.warnUnknown(fields, keysOf(platformShape), 'platform');
  const read = (key: 'os' | 'arch', words: Words) => {
    const word = reader.text(fields.get(key));
    if (word && field) warnUnknownWord(reader, fields.get(key) ?? field, key, word, words);
    return word;
  };
  return {
    os: read('os', osWords) || 'linux',
    arch: read('arch', archWords) || 'amd64',
    variant: reader.text(fields.get('variant')) ?? '',
    version: reader.text(fields.get('version')) ?? '',
  };
}

function readLimit({ reader, isOurs }: PipelineContext, field: Field | undefined): number {
  const fields = reader.map(field);
  if (isOurs) reader.warnUnknown(fields, keysOf(concurrencyShape), 'concurrency', 'concurrency');
  const limit = fields.get('limit');
  const text = reader.text(limit) ?? '';
  if (wholeNumberPattern.test(text)) return Number(text);
  if (limit) reader.report('error', limit, `${limit.path} must be a whole number, 0 for no limit`);
  return 0;
}
