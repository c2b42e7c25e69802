import { branchRef, tagRef } from './git-ref.ts';
import type { StepPush } from './pipeline.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { keysOf } from './shape/json-schema.ts';
import { pushedName, pushShape } from './shape/push-shape.ts';
import type { Field } from './yaml/yaml-reader.ts';

const nothing: StepPush = { refs: [], startsBuilds: false };

/** Reads `push` of a step. */
export function readPush(
  { reader, trustProblems }: PipelineContext,
  field: Field | undefined,
): StepPush {
  if (!field) return nothing;
  const fields = reader.map(field);
  reader.warnUnknown(fields, keysOf(pushShape), 'push');
  const read = (key: string, refOf: (name: string) => string) => {
    const names = fields.get(key);
    return reader.texts(names).flatMap((name) => {
      if (pushedName.test(name)) return refOf(name);
      const message = `${names?.path}: "${name}" must be a name, or its beginning and a "*"`;
      if (names) reader.report('error', names, message);
      return [];
    });
  };
  const refs = [...read('branches', branchRef), ...read('tags', tagRef)];
  if (refs.length === 0) {
    if (reader.isMap(field)) {
      reader.report('warning', field, `${field.path} needs branches or tags; the step cannot push`);
    }
    return nothing;
  }
  const message = `${field.path} needs a trusted repository`;
  trustProblems.push(reader.problemAt('error', field, message));
  return { refs, startsBuilds: reader.flag(fields.get('builds')) };
}
