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
  numberLike,
  someText,
  text,
} from './json-schema.ts';
import { size } from './resources-shape.ts';

/** Permissions as files write them: octal with a leading 0, else decimal. */
export const modePattern = /^(?:0o?[0-7]+|\d+(?:\.0+)?)?$/;

export const hostShape = mapOf('A folder of the host; only in a trusted repository', {
  path: text('Path on the host'),
});

export const tempShape = mapOf('A folder that is deleted with the stage', {
  medium: text('memory: a folder in memory', ['memory']),
  size_limit: size('Maximum size, such as 512MiB; in Docker only of a folder in memory'),
});

const filesOf = (kind: string) =>
  mapOf(`The files of a ${kind} of the cluster; only in a trusted repository`, {
    name: text(`Name of the ${kind}`),
    default_mode: numberLike('Permissions of the files, such as 0400', 'integer', modePattern),
    optional: flag(`No error if the ${kind} does not exist`),
  });

export const fieldFileShape = mapOf('A file with a field of the Pod', {
  path: text('Path of the file'),
  field_path: text('Name of the field, such as metadata.labels'),
});

/** Volumes that only runners for Kubernetes mount, if their settings allow it. */
export const clusterVolumes = {
  claim: mapOf('A PersistentVolumeClaim of the cluster; only in a trusted repository', {
    name: text('Name of the PersistentVolumeClaim'),
    read_only: flag('Steps cannot write to it'),
  }),
  config_map: filesOf('ConfigMap'),
  secret: filesOf('Secret'),
  downward_api: mapOf('Files with fields of the Pod', {
    items: listOf('Files', fieldFileShape),
  }),
};

/** A map in which these keys have a text. */
const withTexts = (shape: MapShape, texts: Record<string, JsonSchema>): JsonSchema => ({
  ...shape,
  type: 'object',
  required: Object.keys(texts),
  properties: { ...shape.properties, ...texts },
});

const insideText: JsonSchema = { ...someText, pattern: insidePattern.source };
const fieldFile = withTexts(fieldFileShape, { path: insideText, field_path: someText });

/** The required form of each kind of volume. The reader uses the first one that a volume has. */
const kinds: readonly (readonly [key: string, form: JsonSchema])[] = [
  ['host', withTexts(hostShape, { path: someText })],
  ['temp', tempShape],
  ['claim', withTexts(clusterVolumes.claim, { name: someText })],
  ['config_map', withTexts(clusterVolumes.config_map, { name: someText })],
  ['secret', withTexts(clusterVolumes.secret, { name: someText })],
  ['downward_api', mapOf('', { items: listOf('', fieldFile) })],
];

const all = { host: hostShape, temp: tempShape, ...clusterVolumes };

export const volumeKeys = ['name', ...Object.keys(all)];

/** The reader ignores a volume without a name. */
export const volumeShape: JsonSchema = {
  ...mapOf('A folder that steps share', {
    name: text('Name of the volume'),
    ...Object.fromEntries(
      Object.entries(all).map(([key, { description = '' }]) => [key, anything(description)]),
    ),
  }),
  ...choose(
    hasKey('name', someText),
    kinds.reduceRight<JsonSchema>(
      (others, [key, form]) => choose(hasKey(key), { properties: { [key]: form } }, others),
      {},
    ),
  ),
};

/** A volume of the pipeline in a step. */
export const mountShape = mapOf('', {
  name: text('Name of a volume of the pipeline'),
  path: text('Path in the container'),
  read_only: flag('The step cannot write to it'),
  sub_path: {
    ...anyText,
    description: 'Path in the volume that is mounted, on runners for Kubernetes',
    pattern: insidePattern.source,
  },
});
