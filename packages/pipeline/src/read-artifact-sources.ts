import { quoteText } from './hints/show-value.ts';
import type { ArtifactSource } from './pipeline.ts';
import { readPatterns } from './read-files.ts';
import {
  artifactSourceShape,
  maxArtifactSources,
  targetFolderPattern,
} from './shape/artifact-sources-shape.ts';
import { keysOf } from './shape/json-schema.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

/** Reads the pipelines whose artifacts a pipeline takes: one, or a list. */
export function readArtifactSources(
  reader: YamlReader,
  field: Field | undefined,
): ArtifactSource[] {
  const items = field && !reader.isList(field) ? [field] : reader.list(field);
  if (field && items.length > maxArtifactSources) {
    reader.report('error', field, `${field.path} has more than ${maxArtifactSources} entries`);
    return [];
  }
  return items.flatMap((item) => readSource(reader, item));
}

function readSource(reader: YamlReader, field: Field): ArtifactSource[] {
  if (!reader.isMap(field)) {
    const pipeline = reader.text(field);
    return pipeline ? [{ pipeline, stages: [], paths: [], to: '' }] : [];
  }
  const fields = reader.map(field);
  reader.warnUnknown(fields, keysOf(artifactSourceShape), 'artifacts_from');
  const pipeline = reader.text(fields.get('pipeline'));
  if (!pipeline) {
    reader.report('error', field, `${field.path}.pipeline is missing`);
    return [];
  }
  const paths = readPatterns({ reader }, fields.get('paths'));
  return [{ pipeline, stages: [], paths, to: readTarget(reader, fields.get('to')) }];
}

function readTarget(reader: YamlReader, field: Field | undefined): string {
  const folder = reader.text(field);
  if (field === undefined || folder === undefined) return '';
  if (targetFolderPattern.test(folder)) {
    const names = folder.split('/').filter((name) => name !== '' && name !== '.');
    return names.join('/');
  }
  const message = `${field.path} must be a folder inside the workspace, not ${quoteText(folder)}`;
  reader.report('error', field, message);
  return '';
}
