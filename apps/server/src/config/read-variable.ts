import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { StartError } from '@millrace/node-kit/start-error';

export type Environment = Record<string, string | undefined>;

/** Values that were read from an environment, with defaults, by variable. */
const valuesRead = new WeakMap<Environment, Map<string, string>>();

function record(env: Environment, name: string, value: string): void {
  const values = valuesRead.get(env) ?? new Map<string, string>();
  valuesRead.set(env, values.set(name, value));
}

/** Lists the variables that were read from an environment, with the values in force. */
export function listVariables(env: Environment): { name: string; value: string; isSet: boolean }[] {
  return [...(valuesRead.get(env) ?? [])]
    .map(([name, value]) => ({ name, value, isSet: Boolean(env[name]) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Reads a text. An empty value is as good as none. */
export function readText(env: Environment, name: string): string | undefined;
export function readText(env: Environment, name: string, or: string): string;
export function readText(env: Environment, name: string, or?: string): string | undefined {
  const text = env[name] || or;
  record(env, name, text ?? '');
  return text;
}

export function readWhole(
  env: Environment,
  name: string,
  or: number,
  min: number,
  max: number,
): number {
  const text = readText(env, name, String(or));
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
  const text = readText(env, name, choices[0]);
  const choice = choices.find((candidate) => candidate === text);
  if (!choice) throw new StartError(`${name} must be ${choices.join(' or ')}, not "${text}".`);
  return choice;
}

export function readUrl(env: Environment, name: string): string | undefined {
  const text = readText(env, name)?.trim();
  if (!text) return undefined;
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) {
    throw new StartError(`${name} must be an http or https address, not "${text}".`);
  }
  return text.replace(/\/+$/, '');
}

/** Reads a URL without a path, normalized. Pages and cookies are for the whole origin. */
export function readOrigin(env: Environment, name: string): string | undefined {
  const text = readUrl(env, name);
  if (!text) return undefined;
  const { origin, href } = new URL(text);
  if (href === `${origin}/`) return origin;
  throw new StartError(
    `${name} must be an address without a path, as in https://ci.example.com, not "${text}".`,
  );
}

/** Reads a list separated by commas: `one, two`. */
export function readList(env: Environment, name: string): string[] {
  const parts = readText(env, name, '')
    .split(',')
    .map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

/** Reads addresses and networks, separated by commas: `10.0.0.7, 10.1.0.0/16`. */
export function readNetworks(env: Environment, name: string): string[] {
  return readList(env, name).map((part) => {
    if (isNetwork(part)) return part;
    throw new StartError(
      `${name} must be addresses or networks as in 10.0.0.7,10.1.0.0/16; "${part}" is none.`,
    );
  });
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

/** Reads the certificates of the file that a variable names, in PEM format. */
export function readCertificates(env: Environment, name: string): string | undefined {
  const file = readText(env, name)?.trim();
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`${name} cannot be read: ${error}.`);
  }
}
