import { StartError } from '../shared/errors.ts';

export type Environment = Record<string, string | undefined>;

export function readWhole(
  env: Environment,
  name: string,
  or: number,
  min: number,
  max: number,
): number {
  const text = env[name];
  if (!text) return or;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new StartError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
  }
  return value;
}

export function readChoice<Choice extends string>(
  env: Environment,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const text = env[name] || choices[0];
  const choice = choices.find((candidate) => candidate === text);
  if (!choice) throw new StartError(`${name} must be ${choices.join(' or ')}, not "${text}".`);
  return choice;
}

export function readUrl(env: Environment, name: string): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) {
    throw new StartError(`${name} must be an http or https address, not "${text}".`);
  }
  return text.replace(/\/+$/, '');
}
