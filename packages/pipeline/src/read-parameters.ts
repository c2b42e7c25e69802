import { findParameterError, type Parameter } from './parameter.ts';
import { keysOf } from './shape/json-schema.ts';
import { parameterShape } from './shape/pipeline-shape.ts';
import { parameterEvents, parameterTypes } from './vocabulary.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

type Fields = Map<string, Field>;

/** Query keys of the endpoints that start builds. */
const reservedNames: readonly string[] = ['branch', 'commit', 'target', 'access_token'];

/**
 * Reads the key `parameters` of a pipeline. Errors are reported as warnings, because other servers run such
 * a file and ignore the key.
 */
export function readParameters(reader: YamlReader, field: Field | undefined): Parameter[] {
  const seen = new Set<string>();
  return reader.list(field).flatMap((item): Parameter[] => {
    const fields = reader.map(item);
    reader.warnUnknown(fields, keysOf(parameterShape), 'a parameter');
    const name = reader.text(fields.get('name')) ?? '';
    const parameter = readParameter(reader, item, fields, name);
    const refusal = refuseName(name, seen);
    if (refusal) {
      reader.report('warning', fields.get('name') ?? item, `${refusal}; the parameter is ignored`);
      return [];
    }
    seen.add(name);
    return [parameter];
  });
}

function refuseName(name: string, seen: ReadonlySet<string>): string | undefined {
  if (!name) return 'name is missing';
  if (seen.has(name)) return `a second parameter is named "${name}"`;
  if (reservedNames.includes(name)) {
    return `"${name}" is a reserved name`;
  }
  return undefined;
}

function readParameter(reader: YamlReader, item: Field, fields: Fields, name: string): Parameter {
  const choices = reader.texts(fields.get('choices'));
  const kind = { type: readType(reader, item, fields, choices), choices };
  return {
    name,
    ...kind,
    description: reader.text(fields.get('description')) ?? '',
    required: reader.flag(fields.get('required')),
    default: readDefault(reader, fields.get('default'), kind),
    events: readEvents(reader, fields.get('events')),
  };
}

function readType(
  reader: YamlReader,
  item: Field,
  fields: Fields,
  choices: string[],
): Parameter['type'] {
  const field = fields.get('type');
  const text = reader.text(field) ?? 'string';
  const type = parameterTypes.find((each) => each === text);
  const fieldOrItem = field ?? item;
  if (!type) {
    const message = `${fieldOrItem.path} must be one of ${parameterTypes.join(', ')}; any text is accepted`;
    reader.report('warning', fieldOrItem, message);
    return 'string';
  }
  if (type === 'choice' && choices.length === 0) {
    reader.report('warning', fieldOrItem, `${item.path}.choices is missing; any text is accepted`);
    return 'string';
  }
  return type;
}

function readDefault(
  reader: YamlReader,
  field: Field | undefined,
  kind: Pick<Parameter, 'type' | 'choices'>,
): string | undefined {
  const value = reader.text(field);
  const misfit = value === undefined ? undefined : findParameterError(kind, value);
  if (!field || !misfit) return value;
  reader.report('warning', field, `${field.path} must be ${misfit}; the default is ignored`);
  return undefined;
}

function readEvents(reader: YamlReader, field: Field | undefined): Parameter['events'] {
  if (!field) return [...parameterEvents];
  const texts = reader.texts(field);
  for (const text of texts.filter((each) => !parameterEvents.some((event) => event === each))) {
    const known = parameterEvents.join(', ');
    reader.report('warning', field, `${field.path} must be one of ${known}, not "${text}"`);
  }
  return parameterEvents.filter((event) => texts.includes(event));
}
