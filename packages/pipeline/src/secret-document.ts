import type { PipelineSecret } from './pipeline.ts';
import { secretShape } from './shape/document-shapes.ts';
import { keysOf } from './shape/json-schema.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

/** A `kind: secret` document: an encrypted value, or the name of an external secret. */
export function readSecretDocument(
  reader: YamlReader,
  fields: Map<string, Field>,
): PipelineSecret | undefined {
  const kind = fields.get('kind') ?? reader.root;
  reader.warnUnknown(fields, keysOf(secretShape), 'a secret');
  const name = reader.text(fields.get('name'));
  if (!name) reader.report('warning', kind, 'name is missing; steps use a secret by its name');
  const data = fields.get('data');
  const get = fields.get('get') ?? (reader.isMap(data) ? data : undefined);
  if (get) {
    const source = reader.map(get);
    const externalName = reader.text(source.get('name')) ?? '';
    const externalPath = reader.text(source.get('path'));
    if (name && externalPath) return { name, data: '', externalName, externalPath };
    if (name && externalName) return { name, data: '', externalName };
    reader.report('warning', get, `${get.path} has neither path nor name; the secret is empty`);
    return undefined;
  }
  if (!data) {
    reader.report('warning', kind, 'the secret has neither data nor get; it is empty');
    return undefined;
  }
  // Long values are often folded over several lines, so spaces are removed.
  return name ? { name, data: (reader.text(data) ?? '').replace(/\s+/g, '') } : undefined;
}
