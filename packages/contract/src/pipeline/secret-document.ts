import type { PipelineSecret } from './pipeline.ts';
import type { Field, YamlReader } from './yaml-reader.ts';

/** A `kind: secret` document with an encrypted value; other forms of it are not supported. */
export function readSecretDocument(
  reader: YamlReader,
  fields: Map<string, Field>,
): PipelineSecret | undefined {
  const kind = fields.get('kind') ?? reader.root;
  const data = fields.get('data');
  if (!data || reader.isMap(data)) {
    const place = fields.get('get') ?? data ?? kind;
    reader.report(
      'warning',
      place,
      'secrets of other systems are not supported; this one is empty',
    );
    return undefined;
  }
  const name = reader.text(fields.get('name'));
  if (!name) reader.report('error', kind, 'name is missing; steps use a secret by its name');
  // Long values are often folded over several lines.
  return { name: name ?? '', data: (reader.text(data) ?? '').replace(/\s+/g, '') };
}
