import type { Data } from '../yaml/yaml-data.ts';
import { type Field, withoutBefore, type YamlReader } from '../yaml/yaml-reader.ts';
import { readWhen } from './legacy-conditions.ts';
import { type Axis, readMatrixCondition } from './matrix.ts';

export interface LegacyStep {
  /** The step in the current format. */
  fields: { [key: string]: Data };
  /** Host paths by volume name. */
  volumes: Map<string, string>;
  wantsTags: boolean;
  isFor: (axis: Axis) => boolean;
}

/** Keys that still exist with the same meaning, by type: text, flag or list of texts. */
const textKeys = ['image'];
const flagKeys = ['detach', 'privileged'];
const listKeys = ['commands', 'command', 'entrypoint', 'dns', 'dns_search', 'extra_hosts'];
const otherKeys = ['environment', 'pull', 'secrets', 'volumes', 'when'];
/** Keys of the old format that have no effect today. */
const idleKeys = ['allow_failure', 'devices', 'group', 'name', 'shell', 'tmpfs'];
const knownKeys = new Set([...textKeys, ...flagKeys, ...listKeys, ...otherKeys, ...idleKeys]);

/**
 * Reads the entries of `pipeline`, `services` or `clone`. Their keys are their names, their order matters,
 * and two entries may have the same name.
 */
export function readLegacySteps(reader: YamlReader, field: Field | undefined): LegacyStep[] {
  return reader.pairs(field).map(([name, entry]) => readLegacyStep(reader, name, entry));
}

function readLegacyStep(reader: YamlReader, name: string, entry: Field): LegacyStep {
  const fields = reader.map(entry);
  const when = readWhen(reader, fields.get('when'));
  const mounts = reader.texts(fields.get('volumes')).flatMap((text) => readMount(text) ?? []);
  const step: { [key: string]: Data } = { name };
  for (const key of textKeys) {
    const text = reader.text(fields.get(key));
    if (text !== undefined) step[key] = text;
  }
  step.pull = isTrue(reader, fields.get('pull')) ? 'always' : 'if-not-exists';
  for (const key of flagKeys) if (isTrue(reader, fields.get(key))) step[key] = true;
  for (const key of listKeys) {
    const texts = reader.texts(fields.get(key));
    if (texts.length > 0) step[key] = texts;
  }
  const environment = readVariables(reader, fields);
  if (Object.keys(environment).length > 0) step.environment = environment;
  const settings = [...fields].filter(([key]) => !knownKeys.has(key));
  if (settings.length > 0) {
    step.settings = Object.fromEntries(settings.map(([key, value]) => [key, reader.data(value)]));
  }
  if (mounts.length > 0) {
    step.volumes = mounts.map(({ source, path }) => ({ name: volumeName(source), path }));
  }
  if (Object.keys(when).length > 0) step.when = when;
  return {
    fields: step,
    volumes: new Map(mounts.map(({ source }) => [volumeName(source), source])),
    wantsTags: when.event?.include.includes('tag') ?? false,
    isFor: readMatrixCondition(reader, reader.map(fields.get('when')).get('matrix')),
  };
}

/** Reads `environment`, a map or a list of `NAME=value`. `secrets` become variables too. */
function readVariables(
  reader: YamlReader,
  fields: ReadonlyMap<string, Field>,
): { [key: string]: Data } {
  const found = fields.get('environment');
  const environment = found && withoutBefore(found);
  const own = reader.isMap(environment)
    ? reader.textMap(environment)
    : Object.fromEntries(reader.texts(environment).map(splitVariable));
  const secrets = (fields.has('secrets') ? reader.list(fields.get('secrets')) : []).flatMap(
    (item): [string, Data][] => {
      const map = reader.isMap(item) ? reader.map(item) : undefined;
      const source = map ? reader.text(map.get('source')) : reader.text(item);
      const target = (map && reader.text(map.get('target'))) ?? source;
      return source && target ? [[target.toUpperCase(), { from_secret: source }]] : [];
    },
  );
  return { ...own, ...Object.fromEntries(secrets) };
}

function splitVariable(text: string): [string, string] {
  const [name = ''] = text.split('=', 1);
  return [name, text.slice(name.length + 1)];
}

/** Parses `/on/the/host:/in/the/container`, with options after a second colon. */
function readMount(text: string): { source: string; path: string } | undefined {
  const [source, path] = text.split(':');
  return source && path ? { source, path } : undefined;
}

/** Current volumes need a name; existing servers use the path in hexadecimal. */
function volumeName(source: string): string {
  const bytes = new TextEncoder().encode(source);
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function isTrue(reader: YamlReader, field: Field | undefined): boolean {
  return field !== undefined && reader.data(field) === true;
}
