import { warnUnknownWord } from './check-words.ts';
import type { PipelineStep } from './pipeline.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { insidePattern } from './shape/inside-pattern.ts';
import { keysOf } from './shape/json-schema.ts';
import { artifactShape, reportsShape } from './shape/step-shape.ts';
import { type ArtifactTime, artifactTimes, type FileKind } from './vocabulary.ts';
import { artifactTimeWords } from './words.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

export const noFiles: Pick<PipelineStep, 'files' | 'artifactRule'> = {
  files: { artifact: [], junit: [], summary: [] },
  artifactRule: { when: 'always', days: 0 },
};

/** Reads the patterns of the files to collect when the step finishes. */
export function readFiles(
  context: PipelineContext,
  fields: Map<string, Field>,
): Pick<PipelineStep, 'files' | 'artifactRule'> {
  const { reader } = context;
  const artifacts = fields.get('artifacts');
  const rules = reader.isMap(artifacts) ? reader.map(artifacts) : undefined;
  if (rules) reader.warnUnknown(rules, keysOf(artifactShape), 'artifacts', 'artifacts');
  const reports = reader.map(fields.get('reports'));
  reader.warnUnknown(reports, keysOf(reportsShape), 'reports');
  const keys: Record<FileKind, Field | undefined> = {
    artifact: rules ? rules.get('paths') : artifacts,
    junit: reports.get('junit'),
    summary: fields.get('summary'),
  };
  return {
    files: {
      artifact: readPatterns(context, keys.artifact),
      junit: readPatterns(context, keys.junit),
      summary: readPatterns(context, keys.summary),
    },
    artifactRule: {
      when: readTime(reader, rules?.get('when')),
      days: readDays(reader, rules?.get('days')),
    },
  };
}

function readTime(reader: YamlReader, field: Field | undefined): ArtifactTime {
  const text = reader.text(field);
  const time = artifactTimes.find((each) => each === text);
  if (field && text && !time) warnUnknownWord(reader, field, 'when', text, artifactTimeWords);
  return time ?? 'always';
}

function readDays(reader: YamlReader, field: Field | undefined): number {
  const text = reader.text(field);
  if (field === undefined || text === undefined) return 0;
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  reader.report('error', field, `${field.path} must be a whole number of days from 1 to 9999`);
  return 0;
}

/** Reads a pattern of paths in the workspace, or a list of them. */
export function readPatterns(
  { reader }: Pick<PipelineContext, 'reader'>,
  field: Field | undefined,
): string[] {
  const items = reader.isText(field) && field ? [field] : reader.list(field);
  return items.flatMap((item) => {
    const pattern = reader.text(item);
    if (!pattern) return [];
    if (insidePattern.test(pattern)) {
      return pattern.replace(/^(\.\/+)+/, '');
    }
    reader.report(
      'error',
      item,
      `${item.path} must be a path inside the workspace, not "${pattern}"`,
    );
    return [];
  });
}
