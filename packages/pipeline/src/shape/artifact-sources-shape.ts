import { insideCachePattern } from './cache-shape.ts';
import { anyText, type JsonSchema, mapOf, someText } from './json-schema.ts';
import { paths } from './step-shape.ts';

export const maxArtifactSources = 100;

/** A folder inside the workspace, and not the workspace itself. */
export const targetFolderPattern = insideCachePattern;

export const artifactSourceShape = mapOf('Artifacts of one pipeline', {
  pipeline: { description: 'Name of a pipeline that this one depends on', ...someText },
  paths: paths('Patterns of their paths; all artifacts by default'),
  to: {
    description: 'Folder in the clone folder; by default the clone folder itself',
    ...anyText,
    pattern: targetFolderPattern.source,
  },
});

const source: JsonSchema = {
  anyOf: [anyText, { ...artifactSourceShape, type: 'object', required: ['pipeline'] }],
};

/** One pipeline, or a list of pipelines. */
export const artifactSourcesSchema: JsonSchema = {
  description: 'Pipelines whose artifacts are downloaded after the clone',
  anyOf: [source, { type: 'array', items: source, maxItems: maxArtifactSources }],
};
