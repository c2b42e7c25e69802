import { checkPipelines, type ProblemMaker } from './check-pipelines.ts';
import { warnAboutTexts } from './check-texts.ts';
import { suggestWord } from './check-words.ts';
import { findDependency } from './find-dependency.ts';
import { systemOf } from './hints/foreign-file.ts';
import { findIncludeDocuments } from './include-documents.ts';
import { convertedNote, convertLegacyFile } from './legacy/convert-legacy.ts';
import { Budget, LimitError } from './limits.ts';
import { expandPipeline } from './matrix/expand-pipeline.ts';
import { askFor } from './name-hint.ts';
import type { Pipeline, PipelineFile, Problem } from './pipeline.ts';
import { readPipeline } from './read-pipeline.ts';
import { readSecretDocument } from './secret-document.ts';
import { signatureShape, templateShape } from './shape/document-shapes.ts';
import { keysOf } from './shape/json-schema.ts';
import { isHiddenDocument } from './shared-parts/hidden-document.ts';
import { extractExpressions, type Values } from './substitution/extract-expressions.ts';
import { kindWords } from './words.ts';
import { parseYaml, type YamlDocument } from './yaml/parse-yaml.ts';
import { findSyntaxProblems } from './yaml/syntax-problems.ts';
import { TextPositions } from './yaml/text-positions.ts';
import { type Field, type ReaderOptions, YamlReader } from './yaml/yaml-reader.ts';

export interface ParseOptions {
  /** Values for `${NAME}` in the texts; without it, the expressions stay unchanged. */
  values?: Values;
}

/**
 * Parses the text of a pipeline file, including the format before `kind: pipeline`. Never throws: errors
 * are in `problems`.
 */
export function parsePipelineFile(source: string, options: ParseOptions = {}): PipelineFile {
  const text = withoutMarks(source);
  const converted = convertLegacyFile(text);
  if (converted === undefined) return parseToday(text, options);
  const file = parseToday(converted, options);
  return { ...file, problems: file.problems.map(moveToTop) };
}

function parseToday(source: string, { values }: ParseOptions): PipelineFile {
  const file: PipelineFile = { pipelines: [], secrets: [], problems: [] };
  if (source.startsWith(convertedNote)) file.problems.push(conversionWarning);
  try {
    readFile(source, values, file);
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    file.problems.push(problemAtTop(source, error.message));
  }
  return file;
}

function readFile(source: string, values: Values | undefined, file: PipelineFile): void {
  const budget = new Budget();
  budget.spend('characters', source.length);
  const { documents, positions, problems, fill } = parseText(source, values, budget);
  file.problems.push(...problems);
  const found: FoundPipelines = { file, problemMakers: new Map(), stages: new Map() };
  let templates = 0;
  for (const [index, document] of documents.entries()) {
    if (!document.root) continue;
    const reader = new YamlReader({ document, positions, budget, number: index + 1, fill });
    if (readDocument(reader, found) === 'template') templates++;
    // A runner, which has the values, reads a file that was checked before.
    if (!values) warnAboutTexts(reader);
    file.problems.push(...reader.problems);
  }
  nameAllCombinations(found);
  const isPartial = templates > 0 || findIncludeDocuments(source).length > 0;
  const givenNames = [...found.stages.keys()];
  file.problems.push(...checkPipelines(found.problemMakers, { givenNames, isPartial }));
  if (
    file.pipelines.length + file.secrets.length === 0 &&
    !isPartial &&
    file.problems.every(({ severity }) => severity === 'warning')
  ) {
    file.problems.push(problemAtTop(source, 'the file has no pipeline'));
  }
  file.problems = withoutDuplicates(file.problems);
}

/** Removes the problems that the combinations of a matrix share. */
function withoutDuplicates(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

function problemAtTop(source: string, message: string): Problem {
  return { severity: 'error', document: 1, ...new TextPositions(source).at(0), message };
}

/**
 * Formats a problem as one line: `line 4, column 3: steps[build].image is missing`; later documents are named, or the
 * file of several.
 */
export function formatProblem({ file, document, line, column, message }: Problem): string {
  const position = `line ${line}, column ${column}`;
  if (file !== undefined) return `${file}: ${position}: ${message}`;
  return `${document > 1 ? `document ${document}, ` : ''}${position}: ${message}`;
}

const conversionWarning: Problem = {
  severity: 'warning',
  document: 1,
  line: 1,
  column: 1,
  message:
    'the file is in the format before "kind: pipeline" and was converted; "millrace convert FILE" prints it in the current format',
};

/**
 * Moves a problem to the top of the file, because positions in the converted file do not exist in the
 * author's file.
 */
function moveToTop(problem: Problem): Problem {
  return { ...problem, document: 1, line: 1, column: 1 };
}

interface FoundPipelines {
  file: PipelineFile;
  problemMakers: Map<Pipeline, ProblemMaker>;
  /** Names of stages by the name that the file gives to their pipeline. */
  stages: Map<string, string[]>;
}

interface ParsedText extends Pick<ReaderOptions, 'fill' | 'positions'> {
  documents: YamlDocument[];
  problems: Problem[];
}

function parseText(source: string, values: Values | undefined, budget: Budget): ParsedText {
  if (!values) return { ...parseDocuments(source, budget), fill: undefined };
  const { text, fill } = extractExpressions(source);
  const parsed = parseDocuments(text, budget);
  if (parsed.problems.length === 0) {
    return { ...parsed, fill: (part, use, matrix) => fill(part, { ...values, ...matrix }, use) };
  }
  // If a file is only valid with its backslashes, they are preserved.
  const withBackslashes = extractExpressions(source, 'dollars');
  return {
    ...parseDocuments(withBackslashes.text, new Budget()),
    fill: (part, use, matrix) => withBackslashes.fill(part, { ...values, ...matrix }, use),
  };
}

function parseDocuments(
  text: string,
  budget: Budget,
): Pick<ParsedText, 'documents' | 'positions' | 'problems'> {
  const positions = new TextPositions(text);
  try {
    return { documents: parseYaml(text, budget), positions, problems: [] };
  } catch (error) {
    if (error instanceof LimitError) throw error;
    return { documents: [], positions, problems: findSyntaxProblems(text, error) };
  }
}

/** Removes byte-order marks, which editors and concatenation leave at the beginning of lines. */
function withoutMarks(text: string): string {
  return text.includes('\uFEFF') ? text.replace(/^\uFEFF+/gm, '') : text;
}

function readDocument(reader: YamlReader, found: FoundPipelines): string | undefined {
  const fields = reader.map(reader.root);
  if (!reader.isMap(reader.root)) return undefined;
  const kind = reader.text(fields.get('kind'));
  if (kind === 'pipeline') {
    readPipelines(reader, found);
  } else if (kind === 'secret') {
    const secret = readSecretDocument(reader, fields);
    if (secret) found.file.secrets.push(secret);
  } else if (kind === 'signature')
    reader.warnUnknown(fields, keysOf(signatureShape), 'a signature');
  else if (kind === 'template') readTemplate(reader, fields);
  else if (kind === undefined && fields.has('include')) {
    reader.warnUnknown(fields, ['include'], 'a document with include');
  } else if (kind === undefined && isHiddenDocument({ root: reader.root.node })) return undefined;
  else if (kind === undefined) reportMissingKind(reader, fields);
  else {
    const message = `kind "${kind}" is not supported${askFor(suggestWord(kind, kindWords))}`;
    reader.report('warning', fields.get('kind') ?? reader.root, message);
  }
  return kind;
}

function reportMissingKind(reader: YamlReader, fields: Map<string, Field>): void {
  const system = systemOf(reader.root.node);
  // Most files with a list of steps are of this system, and have forgotten the kind.
  const isOurs = system === 'Woodpecker' && reader.isList(fields.get('steps'));
  if (system && !isOurs) {
    const message = `this is a file of ${system}; "millrace convert FILE" writes a pipeline from it`;
    reader.report('warning', reader.root, message);
    return;
  }
  const hint = fields.has('steps') ? '; a pipeline starts with "kind: pipeline"' : '';
  reader.report('warning', reader.root, `kind is missing, the document is left out${hint}`);
}

/** Reads a pipeline once for each combination of its matrix. */
function readPipelines(reader: YamlReader, { file, problemMakers, stages }: FoundPipelines): void {
  for (const expanded of expandPipeline(reader)) {
    const { reader: own, name, givenName } = expanded;
    reader.budget.spend('pipelines', 1);
    const fields = own.map(own.root);
    const pipeline = readPipeline(fields, expanded);
    const field = fields.get('depends_on') ?? fields.get('name') ?? own.root;
    problemMakers.set(pipeline, (severity, message, named) => {
      const entry = named && findDependency(own, fields, named.name, named.key);
      return own.problemAt(severity, entry ?? field, message);
    });
    file.pipelines.push(pipeline);
    stages.set(givenName, [...(stages.get(givenName) ?? []), name]);
    if (own !== reader) file.problems.push(...own.problems);
  }
}

/** Replaces the name of a pipeline with a matrix in `depends_on` and `artifacts_from` by the names of its stages. */
function nameAllCombinations({ file, stages }: FoundPipelines): void {
  const stagesOf = (name: string) => stages.get(name) ?? [name];
  for (const pipeline of file.pipelines) {
    pipeline.dependsOn = [...new Set(pipeline.dependsOn.flatMap(stagesOf))];
    for (const source of pipeline.artifactsFrom)
      source.stages = [...new Set(stagesOf(source.pipeline))];
  }
}

function readTemplate(reader: YamlReader, fields: Map<string, Field>): void {
  reader.warnUnknown(fields, keysOf(templateShape), 'a template document');
  if (!reader.text(fields.get('load'))) {
    reader.report('error', reader.root, 'load is missing; it names the template');
  }
}
