import { isIP } from 'node:net';
import { StartError } from '@millrace/node-kit/start-error';

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
  const text = env[name]?.trim();
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
  const parts = (env[name] ?? '').split(',').map((part) => part.trim());
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
