import type { StepFiles } from './pipeline.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { insidePattern } from './shape/inside-pattern.ts';
import { keysOf } from './shape/json-schema.ts';
import { reportsShape } from './shape/step-shape.ts';
import type { FileKind } from './vocabulary.ts';
import type { Field } from './yaml/yaml-reader.ts';

export const noFiles: StepFiles = { artifact: [], junit: [], summary: [] };

/** Reads the patterns of the files to collect when the step finishes. */
export function readFiles(context: PipelineContext, fields: Map<string, Field>): StepFiles {
  const { reader } = context;
  const reports = reader.map(fields.get('reports'));
  reader.warnUnknown(reports, keysOf(reportsShape), 'reports');
  const keys: Record<FileKind, Field | undefined> = {
    artifact: fields.get('artifacts'),
    junit: reports.get('junit'),
    summary: fields.get('summary'),
  };
  return {
    artifact: readPatterns(context, keys.artifact),
    junit: readPatterns(context, keys.junit),
    summary: readPatterns(context, keys.summary),
  };
}

function readPatterns({ reader }: PipelineContext, field: Field | undefined): string[] {
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
