import { checkPipelines, type ProblemMaker } from './check-pipelines.ts';
import { parseDocuments, syntaxProblems } from './parse-documents.ts';
import type { Pipeline, PipelineFile, Problem } from './pipeline.ts';
import { readPipeline } from './read-pipeline.ts';
import { readSecretDocument } from './secret-document.ts';
import type { TextUse } from './substitute.ts';
import { type Field, YamlReader } from './yaml-reader.ts';

export interface ParseOptions {
  /** Changes the texts of the pipelines, all but what they are found by: names, kinds, platforms. */
  substitute?: (text: string, use: TextUse) => string;
}

/** Parses the text of a pipeline file. Never throws: what is wrong is in `problems`. */
export function parsePipelineFile(text: string, options: ParseOptions = {}): PipelineFile {
  const { documents, lines } = parseDocuments(text);
  const file: PipelineFile = { pipelines: [], secrets: [], problems: [] };
  const places = new Map<Pipeline, ProblemMaker>();
  let templates = 0;
  for (const [index, document] of documents.entries()) {
    const number = index + 1;
    file.problems.push(...syntaxProblems(document, lines, number));
    if (document.errors.length > 0 || document.contents === null) continue;
    const reader = new YamlReader({ document, lines, number, ...options });
    if (readDocument(reader, file, places) === 'template') templates++;
    file.problems.push(...reader.problems);
  }
  file.problems.push(...checkPipelines(places));
  const isEmpty = file.pipelines.length + file.secrets.length + templates === 0;
  if (isEmpty && file.problems.every(({ severity }) => severity === 'warning')) {
    file.problems.push({
      severity: 'error',
      document: 1,
      line: 1,
      column: 1,
      message: 'the file has no pipeline',
    });
  }
  return file;
}

/** One line for people: `line 4, column 3: steps[0].name is missing`; later documents are named. */
export function formatProblem({ document, line, column, message }: Problem): string {
  const place = `line ${line}, column ${column}`;
  return `${document > 1 ? `document ${document}, ` : ''}${place}: ${message}`;
}

function readDocument(
  reader: YamlReader,
  file: PipelineFile,
  places: Map<Pipeline, ProblemMaker>,
): string | undefined {
  const fields = reader.map(reader.root);
  if (!reader.isMap(reader.root)) return undefined;
  const kind = reader.text(fields.get('kind'));
  if (kind === 'pipeline') {
    const pipeline = readPipeline(reader, fields);
    const place = fields.get('depends_on') ?? fields.get('name') ?? reader.root;
    places.set(pipeline, (severity, message) => reader.problemAt(severity, place, message));
    file.pipelines.push(pipeline);
  } else if (kind === 'secret') {
    const secret = readSecretDocument(reader, fields);
    if (secret) file.secrets.push(secret);
  } else if (kind === 'signature') reader.warnUnknown(fields, ['kind', 'hmac'], 'a signature');
  else if (kind === 'template') readTemplate(reader, fields);
  else if (kind === undefined) {
    const hint = fields.has('steps') ? '; a pipeline starts with "kind: pipeline"' : '';
    reader.report('warning', reader.root, `kind is missing, the document is left out${hint}`);
  } else {
    reader.report('warning', fields.get('kind') ?? reader.root, `kind "${kind}" is not supported`);
  }
  return kind;
}

function readTemplate(reader: YamlReader, fields: Map<string, Field>): void {
  reader.warnUnknown(fields, ['kind', 'load', 'data', 'name'], 'a template document');
  if (!reader.text(fields.get('load'))) {
    reader.report('error', reader.root, 'load is missing; it names the template');
  }
}
