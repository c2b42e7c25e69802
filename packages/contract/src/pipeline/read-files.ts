import type { FileKind } from '../step-files.ts';
import type { StepFiles } from './pipeline.ts';
import type { PipelineContext } from './read-volumes.ts';
import type { Field } from './yaml/yaml-reader.ts';

export const noFiles: StepFiles = { artifact: [], junit: [], summary: [] };

/** Keys of a step with file patterns. */
export const fileKeys = ['artifacts', 'reports', 'summary'];
const reportKeys = ['junit'];

/** Reads the patterns of the files to collect when the step finishes. */
export function readFiles(context: PipelineContext, fields: Map<string, Field>): StepFiles {
  const { reader } = context;
  const reports = reader.map(fields.get('reports'));
  reader.warnUnknown(reports, reportKeys, 'reports');
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
    if (!pattern.startsWith('/') && !pattern.split('/').includes('..')) {
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
