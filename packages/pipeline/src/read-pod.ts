import type { PodOptions, ResourceAmounts, Resources, Toleration } from './pod-options.ts';
import { readSize } from './read-size.ts';
import { keysOf, type MapShape } from './shape/json-schema.ts';
import {
  dnsShape,
  metadataShape,
  optionShape,
  podKeys,
  tolerationSecondsPattern,
  tolerationShape,
} from './shape/pod-shape.ts';
import { amountsShape, cpuPattern, resourcesShape } from './shape/resources-shape.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

type Fields = Map<string, Field>;

const none: Resources = { requests: { cpu: 0, memory: 0 }, limits: { cpu: 0, memory: 0 } };

/** Reads the keys of a pipeline that describe its Pod. */
export function readPod(reader: YamlReader, fields: Fields, type: string): PodOptions {
  warnForOtherRunners(reader, fields, Object.keys(podKeys), type);
  const resources = fields.get('resources');
  const { requests } = readResources(reader, resources);
  const limits = reader.isMap(resources) ? reader.map(resources).get('limits') : undefined;
  if (limits) {
    reader.report('warning', limits, `${limits.path} has no effect; write it in each step`);
  }
  const metadata = readMap(reader, fields.get('metadata'), metadataShape);
  return {
    requests,
    nodeSelector: reader.textMap(fields.get('node_selector')),
    nodeName: reader.text(fields.get('node_name')) ?? '',
    tolerations: reader
      .list(fields.get('tolerations'))
      .map((field) => readToleration(reader, field)),
    serviceAccountName: reader.text(fields.get('service_account_name')) ?? '',
    namespace: reader.text(metadata.get('namespace')) ?? '',
    labels: reader.textMap(metadata.get('labels')),
    annotations: reader.textMap(metadata.get('annotations')),
    dns: readDns(reader, fields.get('dns_config')),
  };
}

/** Reads `resources` of a step. */
export function readStepResources(reader: YamlReader, fields: Fields, type: string): Resources {
  warnForOtherRunners(reader, fields, ['resources'], type);
  return readResources(reader, fields.get('resources'));
}

function readResources(reader: YamlReader, field: Field | undefined): Resources {
  if (!field) return none;
  const fields = readMap(reader, field, resourcesShape);
  const read = (key: 'requests' | 'limits'): ResourceAmounts => {
    const amounts = readMap(reader, fields.get(key), amountsShape);
    return {
      cpu: readCpu(reader, amounts.get('cpu')),
      memory: readSize(reader, amounts.get('memory')),
    };
  };
  return { requests: read('requests'), limits: read('limits') };
}

function readCpu(reader: YamlReader, field: Field | undefined): number {
  const text = reader.text(field);
  if (field === undefined || text === undefined) return 0;
  if (cpuPattern.test(text)) return Number.parseInt(text, 10);
  reader.report('error', field, `${field.path} must be thousandths of a core, such as 500`);
  return 0;
}

function readToleration(reader: YamlReader, field: Field): Toleration {
  const fields = readMap(reader, field, tolerationShape);
  const read = (key: keyof typeof tolerationShape.properties) => reader.text(fields.get(key)) ?? '';
  const secondsField = fields.get('toleration_seconds');
  const seconds = read('toleration_seconds');
  if (secondsField && !tolerationSecondsPattern.test(seconds)) {
    reader.report('error', secondsField, `${secondsField.path} must be a whole number of seconds`);
  }
  return {
    key: read('key'),
    operator: read('operator'),
    value: read('value'),
    effect: read('effect'),
    seconds: seconds === '' ? undefined : Number(seconds),
  };
}

function readDns(reader: YamlReader, field: Field | undefined): PodOptions['dns'] {
  const fields = readMap(reader, field, dnsShape);
  return {
    nameservers: reader.texts(fields.get('nameservers')),
    searches: reader.texts(fields.get('searches')),
    options: reader.list(fields.get('options')).map((item) => {
      const option = readMap(reader, item, optionShape);
      return {
        name: reader.text(option.get('name')) ?? '',
        value: reader.text(option.get('value')),
      };
    }),
  };
}

function readMap(reader: YamlReader, field: Field | undefined, shape: MapShape): Fields {
  const fields = reader.map(field);
  if (field) reader.warnUnknown(fields, keysOf(shape), field.path);
  return fields;
}

function warnForOtherRunners(
  reader: YamlReader,
  fields: Fields,
  keys: readonly string[],
  type: string,
): void {
  if (type === 'kubernetes') return;
  for (const key of keys) {
    const field = fields.get(key);
    if (field) {
      reader.report('warning', field, `${field.path} has an effect only on runners for Kubernetes`);
    }
  }
}
