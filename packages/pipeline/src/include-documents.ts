import { LimitError } from './limits.ts';
import { readRangedDocuments } from './ranged-documents.ts';
import { insidePattern } from './shape/inside-pattern.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

/** A file to include: of the same commit, or of another repository. */
export interface Include {
  path: string;
  /** `namespace/name`; empty for the same repository. */
  repository: string;
  /** Branch, tag or hash in the other repository; empty for its default branch. */
  ref: string;
}

/** A document with `include` and without `kind`, to be replaced by the documents of its files. */
export interface IncludeDocument {
  /** Path of its file, if the text has several. */
  file?: string;
  /** Counts from 1 over the lines of the file. */
  line: number;
  includes: Include[];
  /** Set if the document is invalid. */
  error: string;
  /** Range of the document in the text. */
  start: number;
  end: number;
}

const includeLine = /^["']?include["']?\s*:/m;

/** Lists the include documents of a pipeline file in order. The list is empty if the YAML is invalid. */
export function findIncludeDocuments(text: string): IncludeDocument[] {
  if (!includeLine.test(text)) return [];
  try {
    return readRangedDocuments(text).flatMap(({ reader, start, end, ...position }) => {
      const fields = reader.map(reader.root);
      const field = fields.get('include');
      if (!field || fields.has('kind')) return [];
      const includes = readIncludes(reader, field);
      const first = reader.problems.find(({ severity }) => severity === 'error');
      const line = first?.line ?? position.line;
      return [{ ...position, line, includes, error: first?.message ?? '', start, end }];
    });
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    return [{ line: 1, includes: [], error: error.message, start: 0, end: 0 }];
  }
}

/** Reads a path, a map, or a list of both. */
function readIncludes(reader: YamlReader, field: Field): Include[] {
  const items = reader.isText(field) || reader.isMap(field) ? [field] : reader.list(field);
  return items.map((item) => {
    if (reader.isText(item)) return withPath(reader, item, { repository: '', ref: '' });
    const fields = reader.map(item);
    reader.warnUnknown(fields, ['path', 'repository', 'ref'], 'include');
    const [repository = '', ref = ''] = ['repository', 'ref'].map((key) =>
      reader.text(fields.get(key)),
    );
    return withPath(reader, fields.get('path') ?? item, { repository, ref });
  });
}

function withPath(
  reader: YamlReader,
  field: Field,
  source: Pick<Include, 'repository' | 'ref'>,
): Include {
  const path = reader.isMap(field) ? '' : (reader.text(field) ?? '');
  if (path === '' || !insidePattern.test(path)) {
    reader.report('error', field, `${field.path} needs the path of a file in the repository`);
  }
  return { path: path.replace(/^(\.\/+)+/, ''), ...source };
}
