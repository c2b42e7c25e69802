import type { ParameterEvent, ParameterType } from '../vocabulary.ts';

/** What people may give a build that they start. */
export interface Parameter {
  name: string;
  type: ParameterType;
  description: string;
  required: boolean;
  default: string | undefined;
  /** Of the type `choice`. */
  choices: string[];
  events: ParameterEvent[];
}

/** Those of all pipelines of a file for an event; of several with one name the first counts. */
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

/** What a value of the parameter has to be, where this one is not. */
export function findMisfit(
  { type, choices }: Pick<Parameter, 'type' | 'choices'>,
  value: string,
): string | undefined {
  if (type === 'choice' && !choices.includes(value)) return `one of ${choices.join(', ')}`;
  if (type === 'boolean' && value !== 'true' && value !== 'false') return 'true or false';
  if (type === 'number' && !numberPattern.test(value)) return 'a number';
  return undefined;
}
