import { outputKey } from '../setting-outputs.ts';
import { artifactTimeWords, failureWords, pullWords, type Words } from '../words.ts';
import { secretKey } from '../yaml/secret-name.ts';
import { cachesSchema } from './cache-shape.ts';
import { whenShape } from './condition-shape.ts';
import { insidePattern } from './inside-pattern.ts';
import {
  anyText,
  anything,
  choose,
  flag,
  hasKey,
  type JsonSchema,
  listOf,
  type MapShape,
  mapOf,
  mapTo,
  opened,
  openMapOf,
  someText,
  text,
  texts,
  word,
} from './json-schema.ts';
import { pushShape } from './push-shape.ts';
import { duration, readyShape } from './ready-shape.ts';
import { resourcesShape, size } from './resources-shape.ts';
import { retriesShape } from './retry-shape.ts';
import { listInText, shellVariable } from './text-patterns.ts';
import { mountShape } from './volume-shape.ts';

const secretName: JsonSchema = { description: 'Name of the secret with the value', ...someText };

/** A variable: text, or a reference to a secret. */
const variable = {
  anyOf: [
    { ...anyText, allOf: [{ not: { type: 'string', pattern: shellVariable.source } }] },
    { type: 'object', required: [secretKey], properties: { [secretKey]: secretName } },
  ],
} satisfies JsonSchema;

export const environmentShape: JsonSchema = {
  ...mapTo('Variables; a value can come from a secret', variable),
  properties: { [secretKey]: { not: {} } },
};

const innerSetting: JsonSchema = { $ref: '#/definitions/setting' };

/** Any value. At any depth, a map with `from_secret` stands for a secret. */
export const settingShape: JsonSchema = {
  properties: {
    [secretKey]: secretName,
    // A map with another value is no output, but any setting.
    [outputKey]: { description: 'Name of the output of an earlier step', allOf: [innerSetting] },
  },
  additionalProperties: innerSetting,
  items: innerSetting,
};

const mount = { anyOf: [anyText, mountShape] };

/** An item of a list, or a list of shared items in its place. `name` is that of the definition. */
function itemOrList(name: string, item: JsonSchema): JsonSchema {
  return choose({ type: 'array' }, { items: { $ref: `#/definitions/${name}` } }, item);
}

/** A list, in which lists of shared commands may be. */
const commandsShape: JsonSchema = {
  description: 'Shell commands; the first failure ends the step',
  anyOf: [
    { ...anyText, allOf: [{ not: { type: 'string', pattern: listInText.source } }] },
    { type: 'array', items: { $ref: '#/definitions/commandItem' } },
  ],
};
/** A command, or a list of shared commands. */
export const commandItemShape = itemOrList('commandItem', anyText);

const pullShape: JsonSchema = {
  description: 'When the image is pulled',
  anyOf: [{ enum: [...pullWords.known, null] }, { type: 'string', pattern: inAnyCase(pullWords) }],
};

function inAnyCase({ known }: Words): string {
  const letters = (text: string) =>
    text.replace(/[a-z]/g, (each) => `[${each}${each.toUpperCase()}]`);
  return `^(?:${known.map(letters).join('|')})$`;
}

const sharedKeys = {
  name: text('Name, unique in the pipeline, and host name of the container'),
  image: text('Image of the container'),
  pull: pullShape,
  commands: commandsShape,
  entrypoint: texts('Replaces the entrypoint of the image, if there are no commands'),
  command: texts('Replaces the command of the image, if there are no commands'),
  environment: environmentShape,
  settings: mapTo('Parameters of a plugin', settingShape),
  depends_on: texts('Names of steps that must finish first'),
  when: whenShape,
  failure: word('ignore: the stage continues as if the step had succeeded', failureWords),
  detach: flag('The next steps do not wait for this one'),
  privileged: flag('All permissions on the host; only in a trusted repository'),
  user: text('User in the container'),
  working_dir: text('Working directory'),
  volumes: listOf('Volumes of the pipeline, with their paths', mount),
  network_mode: text('Network of the container; only in a trusted repository'),
  dns: texts('Name servers; only in a trusted repository'),
  dns_search: texts('Search domains; only in a trusted repository'),
  extra_hosts: texts('Entries name:address; only in a trusted repository'),
  mem_limit: size('Memory limit, such as 512MiB'),
  shm_size: size('Size of /dev/shm, such as 64MiB'),
};

export const paths = (description: string): JsonSchema => {
  const path = { ...anyText, pattern: insidePattern.source };
  return { description, anyOf: [path, { type: 'array', items: path }] };
};

export const artifactShape = mapOf('Files to store, with when and for how long', {
  paths: paths('Patterns of the files to store'),
  when: word('Result of the step after which they are stored', artifactTimeWords),
  days: {
    description:
      'Days after which they are deleted, if not before by the settings of the repository',
    type: ['integer', 'string', 'null'],
    pattern: '^[1-9][0-9]{0,3}$',
    minimum: 1,
    maximum: 9999,
  },
});

const artifactsShape: JsonSchema = {
  ...paths('Patterns of the files to store'),
  anyOf: [...(paths('').anyOf ?? []), artifactShape],
};

export const reportsShape = mapOf('Test reports to collect', {
  junit: paths('Patterns of reports in the format of JUnit'),
});

const gracePeriod = duration(
  'Time between TERM and KILL when the step is cancelled or times out: 30s, at most 5m',
);

/** Keys that only runners of Millrace support. */
const ownKeys = {
  cache: cachesSchema,
  artifacts: artifactsShape,
  reports: reportsShape,
  summary: paths('Markdown for the page of the build'),
  push: pushShape,
  retry: retriesShape('Number of further tries after a failure of the step'),
  timeout: duration('Maximum time of the step: 90s, 10m, 1h30m'),
  grace_period: gracePeriod,
};

export const stepShape = named(
  mapOf('A step', { ...sharedKeys, ...ownKeys, resources: resourcesShape }),
);

/** A map that needs a name. */
function named<Shape extends MapShape>(shape: Shape): Shape {
  return { ...shape, anyOf: [{ type: 'null' }, hasKey('name', someText)] };
}

const defaultKeys = [
  'image',
  'pull',
  'environment',
  'when',
  'failure',
  'privileged',
  'user',
  'working_dir',
  'volumes',
  'network_mode',
  'dns',
  'dns_search',
  'extra_hosts',
  'mem_limit',
  'shm_size',
  'timeout',
  'resources',
] as const;

/** Values for the steps that do not have the key themselves. */
export const defaultsShape = mapOf(
  'Values for the steps that do not have the key',
  Object.fromEntries(defaultKeys.map((key) => [key, stepShape.properties[key]])),
);

/** A step of a pipeline that a runner of another kind runs. */
export const foreignStepShape = openMapOf('A step', {
  ...sharedKeys,
  volumes: listOf('Volumes of the pipeline, with their paths', {
    anyOf: [anyText, opened(mountShape)],
  }),
});

/** Includes `ports` for compatibility. It has no effect, because every port of a service is reachable. */
export const serviceShape = named(
  mapOf('A service, which runs beside the steps', {
    ...sharedKeys,
    resources: resourcesShape,
    ports: anything('No effect: every port is reachable'),
    ready: readyShape,
    grace_period: gracePeriod,
  }),
);

export const stepItemShape = itemOrList('stepItem', stepShape);
export const foreignStepItemShape = itemOrList('foreignStepItem', foreignStepShape);
export const serviceItemShape = itemOrList('serviceItem', serviceShape);
