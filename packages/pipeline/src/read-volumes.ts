import type { PipelineVolume, TemporaryVolume, VolumeMount } from './pipeline.ts';
import type { PipelineContext, StepContext } from './pipeline-context.ts';
import { findClusterKind, readClusterVolume } from './read-cluster-volume.ts';
import { readSize } from './read-size.ts';
import { insidePattern } from './shape/inside-pattern.ts';
import { keysOf } from './shape/json-schema.ts';
import { hostShape, mountShape, tempShape, volumeKeys } from './shape/volume-shape.ts';
import type { Field } from './yaml/yaml-reader.ts';

/** Reads the volumes of a pipeline. */
export function readVolumes(context: PipelineContext, field: Field | undefined): PipelineVolume[] {
  return context.reader.list(field).flatMap((item) => readVolume(context, item) ?? []);
}

/** Reads the volume mounts of a step; ignores mounts of undeclared volumes. */
export function readMounts(context: StepContext, field: Field | undefined): VolumeMount[] {
  const { reader, volumes, isOurs } = context;
  return reader.list(field).flatMap((item) => {
    if (reader.isText(item)) {
      warn(context, item, 'a volume of a step is a map of name and path; this one is ignored');
      return [];
    }
    const fields = reader.map(item);
    if (isOurs) reader.warnUnknown(fields, keysOf(mountShape), item.path);
    const name = reader.text(fields.get('name'));
    const path = reader.text(fields.get('path'));
    const more = {
      ...(reader.flag(fields.get('read_only')) ? { readOnly: true } : {}),
      ...readSubPath(context, fields.get('sub_path')),
    };
    if (name && path && volumes.some((volume) => volume.name === name))
      return { name, path, ...more };
    if (name && path) {
      const message = `the pipeline has no volume "${name}"; the mount is ignored`;
      warn(context, item, message);
      return [];
    }
    warn(context, item, `${item.path} needs a name and a path; it is ignored`);
    return [];
  });
}

function readSubPath(
  { reader, type }: PipelineContext,
  field: Field | undefined,
): Pick<VolumeMount, 'subPath'> {
  const subPath = reader.text(field);
  if (!field || !subPath) return {};
  if (!insidePattern.test(subPath)) {
    reader.report('error', field, `${field.path} must be a path inside the volume`);
    return {};
  }
  if (type === 'docker') {
    reader.report('warning', field, `${field.path} has an effect only on runners for Kubernetes`);
  }
  return { subPath };
}

function readVolume(context: PipelineContext, field: Field): PipelineVolume | undefined {
  const { reader } = context;
  const fields = reader.map(field);
  if (context.isOurs) reader.warnUnknown(fields, volumeKeys, 'a volume');
  const name = reader.text(fields.get('name'));
  const host = fields.get('host');
  const temp = fields.get('temp');
  const kind = findClusterKind(fields);
  const cluster = kind && fields.get(kind);
  if (!name) warn(context, field, `${field.path}.name is missing`);
  else if (host) {
    const source = reader.map(host);
    if (context.isOurs) reader.warnUnknown(source, keysOf(hostShape), host.path);
    const path = reader.text(source.get('path'));
    const message = `${host.path} needs a trusted repository`;
    context.trustProblems.push(reader.problemAt('error', host, message));
    if (path) return { name, kind: 'host', path };
    reader.report('error', host, `${host.path}.path is missing`);
  } else if (temp) {
    return readTemporaryVolume(context, name, temp);
  } else if (kind && cluster) return readClusterVolume(context, { name, kind, field: cluster });
  else warn(context, field, `${field.path} is neither temp nor host; it is ignored`);
  return undefined;
}

function readTemporaryVolume(
  { reader, isOurs, type }: PipelineContext,
  name: string,
  field: Field,
): TemporaryVolume {
  const fields = reader.map(field);
  if (isOurs) reader.warnUnknown(fields, keysOf(tempShape), field.path);
  const inMemory = reader.text(fields.get('medium')) === 'memory';
  const size = fields.get('size_limit');
  if (size && type === 'docker' && !inMemory) {
    const message = `${size.path} has an effect only on runners for Kubernetes, or with "medium: memory"`;
    reader.report('warning', size, message);
  }
  return { name, kind: 'temp', inMemory, sizeLimit: isOurs ? readSize(reader, size) : 0 };
}

function warn({ reader, isOurs }: PipelineContext, field: Field, message: string): void {
  if (isOurs) reader.report('warning', field, message);
}
