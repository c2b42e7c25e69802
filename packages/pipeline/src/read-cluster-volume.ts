import type { ClusterVolume } from './pipeline.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { insidePattern } from './shape/inside-pattern.ts';
import { keysOf } from './shape/json-schema.ts';
import { clusterVolumes, fieldFileShape, modePattern } from './shape/volume-shape.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

type Fields = Map<string, Field>;
type Kind = ClusterVolume['kind'];

/** In the order in which they are looked for. */
const kinds = ['claim', 'config_map', 'secret', 'downward_api'] as const satisfies readonly Kind[];
const maxMode = 0o777;

/** Returns the key of a volume that is one of a cluster. */
export function findClusterKind(volume: Fields): Kind | undefined {
  return kinds.find((kind) => volume.has(kind));
}

/** Reads a volume that only runners for Kubernetes mount. */
export function readClusterVolume(
  context: PipelineContext,
  { name, kind, field }: { name: string; kind: Kind; field: Field },
): ClusterVolume | undefined {
  const { reader, isOurs, type } = context;
  const fields = reader.map(field);
  if (isOurs) reader.warnUnknown(fields, keysOf(clusterVolumes[kind]), field.path);
  if (type === 'docker') {
    reader.report('warning', field, `${field.path} works only on runners for Kubernetes`);
  }
  if (kind === 'downward_api') return { name, kind, items: readItems(reader, fields.get('items')) };
  const message = `${field.path} needs a trusted repository`;
  context.trustProblems.push(reader.problemAt('error', field, message));
  const source = reader.text(fields.get('name'));
  const rest = readRest(reader, fields, kind);
  if (source) return { name, source, ...rest };
  reader.report('error', field, `${field.path}.name is missing`);
  return undefined;
}

function readRest(reader: YamlReader, fields: Fields, kind: Exclude<Kind, 'downward_api'>) {
  if (kind === 'claim') return { kind, readOnly: reader.flag(fields.get('read_only')) };
  const mode = readMode(reader, fields.get('default_mode'));
  return { kind, mode, optional: reader.flag(fields.get('optional')) };
}

/** Reads permissions as existing runners do: with a leading 0, they are octal. */
function readMode(reader: YamlReader, field: Field | undefined): number | undefined {
  const text = reader.text(field) ?? '';
  if (!field || text === '') return undefined;
  if (!modePattern.test(text)) {
    reader.report('error', field, `${field.path} must be permissions, such as 0400`);
    return undefined;
  }
  const mode = /^0o?[0-7]+$/.test(text) ? Number.parseInt(text.replace('o', ''), 8) : Number(text);
  if (mode > maxMode) {
    const hint = 'octal numbers start with 0';
    reader.report('warning', field, `${field.path} is above 0777, the maximum; ${hint}`);
  }
  return mode;
}

function readItems(reader: YamlReader, field: Field | undefined) {
  return reader.list(field).flatMap((item) => {
    const fields = reader.map(item);
    reader.warnUnknown(fields, keysOf(fieldFileShape), item.path);
    const pathField = fields.get('path');
    const path = reader.text(pathField);
    const fieldPath = reader.text(fields.get('field_path'));
    if (path && fieldPath && insidePattern.test(path)) return { path, fieldPath };
    const isInside = !path || insidePattern.test(path);
    const message = isInside
      ? `${item.path} needs a path and a field_path`
      : `${item.path}.path must be a path inside the volume`;
    reader.report('error', pathField ?? item, message);
    return [];
  });
}
