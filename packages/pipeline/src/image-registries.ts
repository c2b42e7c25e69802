import { findPipelineDocuments } from './find-documents.ts';
import { registryOf } from './image-name.ts';
import type { YamlReader } from './yaml/yaml-reader.ts';

/**
 * Lists the registries of the images that a pipeline uses. Undefined if only the runner knows them, because the
 * name of an image starts with a variable.
 */
export function findImageRegistries(text: string, pipeline: string): string[] | undefined {
  try {
    const images = findPipelineDocuments(text, pipeline).flatMap(imagesOf);
    const hosts = images.map(registryOf);
    const known = hosts.filter((host) => host !== undefined);
    return known.length < hosts.length ? undefined : [...new Set(known)];
  } catch {
    return [];
  }
}

function imagesOf(reader: YamlReader): string[] {
  const fields = reader.map(reader.root);
  return [...reader.list(fields.get('services')), ...reader.list(fields.get('steps'))].flatMap(
    (step) => (reader.isMap(step) ? (reader.text(reader.map(step).get('image')) ?? []) : []),
  );
}
