import { isImageName } from './image-name.ts';
import type { PipelineStep, PullPolicy } from './pipeline.ts';
import type { PipelineContext, StepContext } from './pipeline-context.ts';
import { readCaches } from './read-caches.ts';
import { readConditions } from './read-conditions.ts';
import { readDuration } from './read-duration.ts';
import { readEnvironment } from './read-environment.ts';
import { noFiles, readFiles } from './read-files.ts';
import { readStepResources } from './read-pod.ts';
import { readPush } from './read-push.ts';
import { readReady } from './read-ready.ts';
import { readSize } from './read-size.ts';
import { readMounts } from './read-volumes.ts';
import { keysOf } from './shape/json-schema.ts';
import { maxRetries, retriesPattern } from './shape/retry-shape.ts';
import { serviceShape, stepShape } from './shape/step-shape.ts';
import { listInText } from './shape/text-patterns.ts';
import { withDefaults } from './shared-parts/step-defaults.ts';
import { secretKey } from './yaml/secret-name.ts';
import type { Data } from './yaml/yaml-data.ts';
import type { Field, YamlReader } from './yaml/yaml-reader.ts';

type Fields = Map<string, Field>;

/** A runner with a cancelled step keeps its slot for so long. */
const maxGracePeriodSec = 5 * 60;

const pullPolicies: Record<string, PullPolicy> = {
  default: 'default',
  always: 'always',
  // Meaning of the values of the old format in existing runners.
  true: 'default',
  false: 'default',
  'if-not-exists': 'if-not-exists',
  never: 'never',
};

export function readStep(
  context: StepContext,
  field: Field,
  key: 'steps' | 'services',
  index: number,
): PipelineStep {
  const { reader, isOurs, type, defaults } = context;
  const isStep = key === 'steps';
  const own = reader.map(field);
  const fields = isStep ? withDefaults(own, defaults) : own;
  if (isOurs) {
    const shape = isStep ? stepShape : serviceShape;
    const isPlugin = isStep && own.has('image') && !own.has('commands');
    const where = isStep ? 'a step' : 'a service';
    reader.warnUnknown(own, keysOf(shape), where, isPlugin ? 'a plugin' : where);
  }
  const step: PipelineStep = {
    ...readSharedKeys(context, fields, isStep),
    name: readName(reader, field, fields, `${key.slice(0, -1)}-${index + 1}`),
    commands: reader.commands(fields.get('commands')),
    entrypoint: readCommand(reader, fields.get('entrypoint')),
    command: readCommand(reader, fields.get('command')),
    settings: readSettings(reader, fields.get('settings')),
    dependsOn: reader.texts(fields.get('depends_on')),
    detach: key === 'services' || reader.flag(fields.get('detach')),
    retries: isStep && isOurs ? readRetries(context, fields.get('retry')) : 0,
    ...(isStep && isOurs ? readFiles(context, fields) : noFiles),
    ...(!isStep && isOurs ? { ready: readReady(context, fields.get('ready')) } : {}),
    push: readPush(context, isStep && isOurs ? fields.get('push') : undefined),
    caches: isStep && isOurs ? readCaches(context, fields.get('cache')) : [],
  };
  noteTrust(context, fields, step);
  warnListInText(reader, fields.get('commands'));
  if (!isStep && type === 'exec' && step.commands.length === 0) {
    const hint = 'the image of a service runs in a pipeline of type docker';
    reader.report('error', field, `${field.path} has no commands; ${hint}`);
  } else checkImage(context, field, fields, step);
  return step;
}

/** Reads the keys that `defaults` may have too. */
export function readSharedKeys(context: StepContext, fields: Fields, isStep: boolean) {
  const { reader, isOurs, type } = context;
  return {
    image: reader.text(fields.get('image')) ?? '',
    pull: readPull(reader, fields.get('pull')),
    environment: readEnvironment(reader, fields.get('environment')),
    when: readConditions(reader, fields.get('when'), 'when'),
    ignoresFailure: readFailure(reader, fields.get('failure')),
    privileged: reader.flag(fields.get('privileged')),
    user: reader.text(fields.get('user')) ?? '',
    workingDir: reader.text(fields.get('working_dir')) ?? '',
    volumes: readMounts(context, fields.get('volumes')),
    networkMode: reader.text(fields.get('network_mode')) ?? '',
    dns: reader.texts(fields.get('dns')),
    dnsSearch: reader.texts(fields.get('dns_search')),
    extraHosts: reader.texts(fields.get('extra_hosts')),
    memoryLimit: readSize(reader, fields.get('mem_limit')),
    sharedMemory: readSize(reader, fields.get('shm_size')),
    timeoutSec: isStep && isOurs ? readDuration(reader, fields.get('timeout')) : 0,
    gracePeriodSec: isOurs ? readGracePeriod(reader, fields.get('grace_period')) : 0,
    ...(isOurs ? { resources: readStepResources(reader, fields, type) } : {}),
  };
}

function readName(reader: YamlReader, field: Field, fields: Fields, fallback: string): string {
  const name = reader.text(fields.get('name'));
  if (name) return name;
  reader.report('warning', field, `${field.path}.name is missing; it is called "${fallback}"`);
  return fallback;
}

function readPull(reader: YamlReader, field: Field | undefined): PullPolicy {
  const text = reader.text(field);
  if (field === undefined || text === undefined) return 'default';
  const policy = pullPolicies[text.toLowerCase()];
  if (['true', 'false'].includes(text.toLowerCase())) {
    const hint = 'an image is pulled if it is missing or has the tag latest; write always or never';
    reader.report('warning', field, `${field.path}: ${text} means default: ${hint}`);
  }
  if (policy) return policy;
  const known = 'always, if-not-exists, never or default';
  reader.report('warning', field, `${field.path} must be ${known}, not "${text}"`);
  return 'default';
}

/** Splits a text at spaces, like a shell without quotes. */
function readCommand(reader: YamlReader, field: Field | undefined): string[] {
  if (!reader.isText(field)) return reader.texts(field);
  return (reader.text(field) ?? '').split(/\s+/).filter((word) => word !== '');
}

function readSettings(reader: YamlReader, field: Field | undefined): Record<string, Data> {
  const entries = [...reader.map(field)].map(([key, value]): [string, Data] => {
    if (key === secretKey) {
      reader.report('warning', value, `${secretKey} belongs under the name of a setting`);
    }
    const data = reader.dataWithSecrets(value);
    const names = reader.isMap(value) ? Object.keys(data ?? {}) : [];
    if (names.includes(secretKey) && names.length > 1) {
      reader.report('warning', value, `${value.path} has ${secretKey}; its other keys are ignored`);
    }
    return [key, data];
  });
  return Object.fromEntries(entries);
}

function readRetries({ reader, type }: PipelineContext, field: Field | undefined): number {
  const text = reader.text(field);
  if (field === undefined || text === undefined) return 0;
  if (!retriesPattern.test(text)) {
    reader.report('error', field, `${field.path} must be a whole number up to ${maxRetries}`);
    return 0;
  }
  if (type !== 'kubernetes') return Number(text);
  const message = `${field.path} has no effect in a pipeline of type kubernetes; a pipeline has "retry" too`;
  reader.report('warning', field, message);
  return 0;
}

/** Returns whether a failure of a step or a pipeline is ignored. */
export function readFailure(reader: YamlReader, field: Field | undefined): boolean {
  const text = reader.text(field);
  if (field && text !== undefined && !['ignore', 'fast', 'fail', 'always'].includes(text)) {
    reader.report('warning', field, `${field.path} must be ignore, not "${text}"`);
  }
  return text === 'ignore';
}

function readGracePeriod(reader: YamlReader, field: Field | undefined): number {
  const seconds = readDuration(reader, field);
  if (field && seconds > maxGracePeriodSec) {
    const text = `${field.path} is longer than ${maxGracePeriodSec / 60}m, which is used instead`;
    reader.report('warning', field, text);
  }
  return Math.min(seconds, maxGracePeriodSec);
}

/** A list of commands that `|` turns into one text runs programs named `-`. */
function warnListInText(reader: YamlReader, field: Field | undefined): void {
  if (!field || !reader.isText(field)) return;
  if (!listInText.test(reader.text(field, 'command') ?? '')) return;
  const message = `${field.path} is one text whose lines begin with "-"; leave out the "|" or the dashes`;
  reader.report('warning', field, message);
}

function noteTrust({ reader, trustProblems }: PipelineContext, fields: Fields, step: PipelineStep) {
  const used = {
    privileged: step.privileged,
    network_mode: step.networkMode !== '',
    dns: step.dns.length > 0,
    dns_search: step.dnsSearch.length > 0,
    extra_hosts: step.extraHosts.length > 0,
  };
  for (const [key, isUsed] of Object.entries(used)) {
    const field = fields.get(key);
    if (!field || !isUsed) continue;
    const message = `${field.path} needs a trusted repository`;
    trustProblems.push(reader.problemAt('error', field, message));
  }
}

function checkImage(
  { reader, type, isOurs }: PipelineContext,
  field: Field,
  fields: Fields,
  step: PipelineStep,
): void {
  const isContainer = isOurs && type !== 'exec';
  if (isContainer && step.image === '') {
    reader.report('warning', field, `${field.path}.image is missing; without it the step fails`);
  } else if (isContainer && !step.image.includes('$') && !isImageName(step.image)) {
    const lower = step.image.toLowerCase();
    const [right] = [
      lower,
      lower.replace(/ +(?=\d|latest$)/, ':'),
      lower.replace(/^https?:\/\//, ''),
    ].filter(isImageName);
    const hint = right ? `; write "${right}"` : '';
    const message = `${field.path}.image: "${step.image}" is not an image name${hint}`;
    reader.report('warning', fields.get('image') ?? field, message);
  } else if (type === 'exec' && step.commands.length === 0) {
    reader.report('warning', field, `${field.path} has no commands; it does nothing`);
  }
}
