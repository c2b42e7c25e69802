import type { ParameterEvent, ParameterType } from './vocabulary.ts';

/** A build parameter declared by a pipeline file. */
export interface Parameter {
  name: string;
  type: ParameterType;
  description: string;
  required: boolean;
  default: string | undefined;
  /** Options of type `choice`. */
  choices: string[];
  events: ParameterEvent[];
}

/** Lists the parameters of all pipelines of a file for an event; of duplicates, the first one counts. */
export function parametersOf(
  pipelines: readonly { parameters: Parameter[] }[],
  event: string,
): Parameter[] {
  const byName = new Map<string, Parameter>();
  for (const parameter of pipelines.flatMap(({ parameters }) => parameters)) {
    if (!byName.has(parameter.name)) byName.set(parameter.name, parameter);
  }
  return [...byName.values()].filter(({ events }) => events.some((each) => each === event));
}

const numberPattern = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

/** Describes the required format if a value is invalid; undefined if it is valid. */
export function findParameterError(
  { type, choices }: Pick<Parameter, 'type' | 'choices'>,
  value: string,
): string | undefined {
  if (type === 'choice' && !choices.includes(value)) return `one of ${choices.join(', ')}`;
  if (type === 'boolean' && value !== 'true' && value !== 'false') return 'true or false';
  if (type === 'number' && !numberPattern.test(value)) return 'a number';
  return undefined;
}
