import type { PipelineVolume, Problem, VolumeMount } from './pipeline.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

export interface PipelineContext {
  reader: YamlReader;
  type: string;
  /** False for a pipeline type of a third-party runner. */
  isOurs: boolean;
  trustProblems: Problem[];
}

/** Resources of a pipeline that its steps can refer to. */
export interface StepContext extends PipelineContext {
  volumes: PipelineVolume[];
}

/** Reads the volumes of a pipeline. */
export function readVolumes(context: PipelineContext, field: Field | undefined): PipelineVolume[] {
  return context.reader.list(field).flatMap((item) => readVolume(context, item) ?? []);
}

/** Reads the volume mounts of a step; ignores mounts of undeclared volumes. */
export function readMounts(context: StepContext, field: Field | undefined): VolumeMount[] {
  const { reader, volumes } = context;
  return reader.list(field).flatMap((item) => {
    if (reader.isText(item)) {
      warn(context, item, 'a volume of a step is a map of name and path; this one is ignored');
      return [];
    }
    const fields = reader.map(item);
    const name = reader.text(fields.get('name'));
    const path = reader.text(fields.get('path'));
    if (name && path && volumes.some((volume) => volume.name === name)) return { name, path };
    if (name && path) {
      const message = `the pipeline has no volume "${name}"; the mount is ignored`;
      warn(context, item, message);
      return [];
    }
    warn(context, item, `${item.path} needs a name and a path; it is ignored`);
    return [];
  });
}

function readVolume(context: PipelineContext, field: Field): PipelineVolume | undefined {
  const { reader } = context;
  const fields = reader.map(field);
  const name = reader.text(fields.get('name'));
  const host = fields.get('host');
  const temp = fields.get('temp');
  if (!name) warn(context, field, `${field.path}.name is missing`);
  else if (host) {
    const path = reader.text(reader.map(host).get('path'));
    const message = `${host.path} needs a trusted repository`;
    context.trustProblems.push(reader.problemAt('error', host, message));
    if (path) return { name, kind: 'host', path };
    reader.report('error', host, `${host.path}.path is missing`);
  } else if (temp) {
    const inMemory = reader.text(reader.map(temp).get('medium')) === 'memory';
    return { name, kind: 'temp', inMemory };
  } else warn(context, field, `${field.path} is neither temp nor host; it is ignored`);
  return undefined;
}

function warn({ reader, isOurs }: PipelineContext, field: Field, message: string): void {
  if (isOurs) reader.report('warning', field, message);
}
