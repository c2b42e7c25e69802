import { ownTypes } from '../own-types.ts';
import { parameterEvents, parameterTypes } from '../vocabulary.ts';
import { archWords, failureWords, osWords } from '../words.ts';
import { artifactSourcesSchema } from './artifact-sources-shape.ts';
import { cachesSchema } from './cache-shape.ts';
import { clonedRepositoriesSchema } from './cloned-repositories-shape.ts';
import { triggerShape } from './condition-shape.ts';
import {
  anyText,
  anything,
  flag,
  listOf,
  mapOf,
  mapTo,
  numberLike,
  opened,
  openMapOf,
  text,
  texts,
  word,
} from './json-schema.ts';
import { manualSchema } from './manual-shape.ts';
import { matrixSchema } from './matrix-shape.ts';
import { podKeys } from './pod-shape.ts';
import { duration } from './ready-shape.ts';
import { retrySchema } from './retry-shape.ts';
import {
  defaultsShape,
  environmentShape,
  foreignStepItemShape,
  serviceItemShape,
  stepItemShape,
} from './step-shape.ts';
import { volumeShape } from './volume-shape.ts';

/** A whole number from 0. */
export const wholeNumberPattern = /^(?:\d+(?:\.0+)?)?$/;

export const platformShape = mapOf('Required machine', {
  os: word('Operating system', osWords),
  arch: word('Architecture', archWords),
  variant: text('Variant of the architecture'),
  version: text('Version of the kernel'),
});

export const cloneShape = mapOf('How the repository is cloned', {
  disable: flag('Do not clone'),
  depth: text('Number of commits; all by default'),
  repositories: clonedRepositoriesSchema,
  skip_verify: anything('No effect'),
});

export const concurrencyShape = mapOf('Limit of stages that run at once', {
  limit: numberLike(
    'Maximum number of running stages; 0 is no limit',
    'integer',
    wholeNumberPattern,
  ),
});

export const workspaceShape = mapOf('Clone folder in containers', {
  base: text('Folder of the workspace'),
  path: text('Clone folder below it'),
});

export const parameterShape = mapOf('A value that people enter when they start a build', {
  name: text('Name of the variable'),
  type: word('Kind of value', { known: parameterTypes }),
  description: text('Shown beside the field'),
  required: flag('A build needs a value'),
  default: text('Value if none is entered'),
  choices: texts('Options of a choice'),
  events: texts('Builds with this parameter', parameterEvents),
});

export const pipelineShape = mapOf('A pipeline: steps that run on one machine', {
  kind: text('Kind of this document'),
  type: text('docker, kubernetes: steps are containers. exec: steps are processes.', ownTypes),
  name: text('Name of the stage'),
  platform: platformShape,
  clone: cloneShape,
  workspace: workspaceShape,
  environment: environmentShape,
  volumes: listOf('Folders that steps share', volumeShape),
  services: listOf('Containers that run beside the steps', serviceItemShape),
  defaults: defaultsShape,
  steps: listOf('Steps', stepItemShape),
  node: mapTo('Required labels of the runner', anyText),
  image_pull_secrets: texts('Names of secrets with credentials for image registries'),
  depends_on: texts('Names of pipelines that must finish first'),
  artifacts_from: artifactSourcesSchema,
  matrix: matrixSchema,
  trigger: triggerShape,
  concurrency: concurrencyShape,
  failure: word(
    'ignore: the build goes on as if the stage had succeeded, and shows a warning',
    failureWords,
  ),
  manual: manualSchema,
  interruptible: flag(
    'A newer build of the branch or pull request cancels this one, unless a stage without this key has started',
  ),
  timeout: duration('Maximum time of the stage: 90s, 10m, 1h30m'),
  retry: retrySchema,
  replay_files: flag(
    'Store the files of earlier steps when a step fails, for millrace exec --build',
  ),
  require_secrets: flag('Fail before the first step if a step lacks a secret'),
  cache: cachesSchema,
  parameters: listOf('Values that people enter when they start a build', parameterShape),
  ...podKeys,
});

const foreignKeys = (keys: object) =>
  Object.fromEntries(Object.keys(keys).map((key) => [key, anything('Defined by the runner')]));

/** The keys of a pipeline that a runner of another kind runs. */
export const foreignPipelineShape = openMapOf('A pipeline', {
  ...pipelineShape.properties,
  clone: openMapOf('How the repository is cloned', {
    ...cloneShape.properties,
    repositories: anything('No effect'),
  }),
  workspace: opened(workspaceShape),
  concurrency: opened(concurrencyShape),
  volumes: listOf('Folders that steps share', opened(volumeShape)),
  services: listOf('Containers that run beside the steps', foreignStepItemShape),
  defaults: anything('No effect'),
  artifacts_from: anything('No effect'),
  cache: anything('No effect'),
  steps: listOf('Steps', foreignStepItemShape),
  timeout: anything('Defined by the runner'),
  replay_files: anything('No effect'),
  require_secrets: anything('No effect'),
  ...foreignKeys(podKeys),
});
