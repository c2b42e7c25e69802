import { type Condition, type Conditions, conditionNames } from './conditions.ts';
import { parseDocuments, syntaxProblems } from './parse-documents.ts';
import type {
  EnvironmentValue,
  Pipeline,
  PipelineFile,
  PipelineStep,
  Problem,
} from './pipeline.ts';
import { readSecretDocument } from './secret-document.ts';
import { type Field, YamlReader } from './yaml-reader.ts';

const pipelineKeys = [
  'kind',
  'type',
  'name',
  'platform',
  'clone',
  'environment',
  'steps',
  'depends_on',
  'trigger',
  'concurrency',
];
const stepKeys = ['name', 'commands', 'environment', 'depends_on', 'when', 'failure'];

/** Parses the text of a pipeline file. Never throws: what is wrong is in `problems`. */
export function parsePipelineFile(text: string): PipelineFile {
  const { documents, lines } = parseDocuments(text);
  const file: PipelineFile = { pipelines: [], secrets: [], problems: [] };
  for (const [index, document] of documents.entries()) {
    const number = index + 1;
    file.problems.push(...syntaxProblems(document, lines, number));
    if (document.errors.length > 0 || document.contents === null) continue;
    const reader = new YamlReader(document, lines, number);
    readDocument(reader, file);
    file.problems.push(...reader.problems);
  }
  file.problems.push(...checkDependencies(file.pipelines));
  return file;
}

/** One line for people: `line 4, column 3: steps[0].name is missing`. */
export function formatProblem(problem: Problem): string {
  return `line ${problem.line}, column ${problem.column}: ${problem.message}`;
}

function readDocument(reader: YamlReader, file: PipelineFile): void {
  const fields = reader.map(reader.root);
  if (reader.problems.length > 0) return;
  const kind = reader.text(fields.get('kind'));
  if (kind === 'pipeline') {
    reader.warnUnknown(fields, pipelineKeys, 'a pipeline');
    file.pipelines.push(readPipeline(reader, fields));
  } else if (kind === 'secret') {
    const secret = readSecretDocument(reader, fields);
    if (secret) file.secrets.push(secret);
  } else if (kind === 'signature') {
    reader.warnUnknown(fields, ['kind', 'hmac'], 'a signature');
  } else if (kind === 'template') {
    if (!reader.text(fields.get('load'))) {
      reader.report('error', reader.root, 'load is missing; it names the template');
    }
  } else if (kind === undefined) {
    reader.report('error', reader.root, 'kind is missing; a pipeline starts with "kind: pipeline"');
  } else {
    reader.report('warning', fields.get('kind') ?? reader.root, `kind "${kind}" is not supported`);
  }
}

function readPipeline(reader: YamlReader, fields: Map<string, Field>): Pipeline {
  const platform = readMap(reader, fields.get('platform'));
  const clone = readMap(reader, fields.get('clone'));
  const stepFields = reader.list(fields.get('steps'));
  if (stepFields.length === 0) {
    const place = fields.get('steps') ?? fields.get('kind') ?? reader.root;
    reader.report('error', place, 'the pipeline has no steps');
  }
  const steps = stepFields.map((field) => readStep(reader, field));
  checkStepNames(reader, stepFields, steps);
  return {
    kind: 'pipeline',
    type: reader.text(fields.get('type')) ?? 'docker',
    name: reader.text(fields.get('name')) ?? 'default',
    platform: {
      os: reader.text(platform.get('os')) ?? 'linux',
      arch: reader.text(platform.get('arch')) ?? 'amd64',
    },
    clone: {
      disable: reader.flag(clone.get('disable')),
      depth: Number(reader.text(clone.get('depth')) ?? 0) || 0,
    },
    environment: readEnvironment(reader, fields.get('environment')),
    steps,
    dependsOn: reader.texts(fields.get('depends_on')),
    trigger: readConditions(reader, fields.get('trigger')),
    concurrency: readLimit(reader, fields.get('concurrency')),
  };
}

function readStep(reader: YamlReader, field: Field): PipelineStep {
  const fields = reader.map(field);
  reader.warnUnknown(fields, stepKeys, 'a step');
  const name = reader.text(fields.get('name'));
  if (!name) reader.report('error', field, `${field.path}.name is missing`);
  return {
    name: name ?? '',
    commands: reader.texts(fields.get('commands')),
    environment: readEnvironment(reader, fields.get('environment')),
    dependsOn: reader.texts(fields.get('depends_on')),
    when: readConditions(reader, fields.get('when')),
    ignoresFailure: reader.text(fields.get('failure')) === 'ignore',
  };
}

function checkStepNames(reader: YamlReader, fields: Field[], steps: PipelineStep[]): void {
  const seen = new Set<string>();
  for (const [index, step] of steps.entries()) {
    const field = fields[index];
    if (field && step.name && seen.has(step.name)) {
      reader.report('error', field, `a second step is named "${step.name}"`);
    }
    seen.add(step.name);
  }
}

function readMap(reader: YamlReader, field: Field | undefined): Map<string, Field> {
  return field ? reader.map(field) : new Map();
}

function readLimit(reader: YamlReader, field: Field | undefined): number {
  const limit = readMap(reader, field).get('limit');
  const value = Number(reader.text(limit) ?? 0);
  if (limit && !(Number.isInteger(value) && value > 0)) {
    reader.report('error', limit, `${limit.path} must be a whole number above 0`);
  }
  return value || 0;
}

function readEnvironment(
  reader: YamlReader,
  field: Field | undefined,
): Record<string, EnvironmentValue> {
  const environment: Record<string, EnvironmentValue> = {};
  for (const [name, value] of readMap(reader, field)) {
    const fromSecret = reader.isMap(value) ? reader.map(value).get('from_secret') : undefined;
    environment[name] = fromSecret
      ? { fromSecret: reader.text(fromSecret) ?? '' }
      : (reader.text(value) ?? '');
  }
  return environment;
}

function readConditions(reader: YamlReader, field: Field | undefined): Conditions {
  const fields = readMap(reader, field);
  const conditions: Conditions = {};
  for (const name of conditionNames) {
    const value = fields.get(name);
    if (value) conditions[name] = readCondition(reader, value);
  }
  return conditions;
}

function readCondition(reader: YamlReader, field: Field): Condition {
  if (!reader.isMap(field)) return { include: reader.texts(field), exclude: [] };
  const fields = reader.map(field);
  return {
    include: reader.texts(fields.get('include')),
    exclude: reader.texts(fields.get('exclude')),
  };
}

/** A cycle or an unknown name would leave stages waiting for ever. */
function checkDependencies(pipelines: Pipeline[]): Problem[] {
  const byName = new Map(pipelines.map((pipeline) => [pipeline.name, pipeline]));
  const problems: Problem[] = [];
  const report = (message: string) =>
    problems.push({ severity: 'error', document: 1, line: 1, column: 1, message });
  const finished = new Set<string>();
  const visit = (pipeline: Pipeline, trail: string[]): void => {
    if (finished.has(pipeline.name)) return;
    if (trail.includes(pipeline.name)) {
      report(`the pipelines ${[...trail, pipeline.name].join(' → ')} wait for each other`);
      return;
    }
    for (const name of pipeline.dependsOn) {
      const dependency = byName.get(name);
      if (dependency) visit(dependency, [...trail, pipeline.name]);
    }
    finished.add(pipeline.name);
  };
  for (const pipeline of pipelines) visit(pipeline, []);
  return problems;
}
