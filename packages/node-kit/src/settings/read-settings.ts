import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { StartError } from '../start-error.ts';
import type {
  ChoiceRow,
  NumberRow,
  SettingRow,
  SettingRows,
  SettingValue,
  SettingValues,
  TextRow,
} from './define-settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the values of all rows. Throws {@link StartError} with the name of an invalid variable. */
export function readSettings<Rows extends SettingRows>(
  env: Environment,
  rows: Rows,
): SettingValues<Rows> {
  const values = Object.entries(rows).map(([key, row]) => [key, readSetting(env, row)]);
  return Object.fromEntries(values) as SettingValues<Rows>;
}

/** Reads the value of one row. Throws {@link StartError} with the name of an invalid variable. */
export function readSetting<Row extends SettingRow>(env: Environment, row: Row): SettingValue<Row> {
  const text = env[row.name] || row.default?.toString() || '';
  return parse(row, text) as SettingValue<Row>;
}

/** @param text empty if the variable has neither a value nor a default */
function parse(row: SettingRow, text: string) {
  switch (row.kind) {
    case 'list':
      return splitList(text);
    case 'networks':
      return parseNetworks(row, text);
    case 'exact':
      return text || undefined;
    case 'whole':
    case 'number':
    case 'seconds':
    case 'megabytes':
      return text === '' ? undefined : parseNumber(row, text);
    case 'choice':
      return text === '' ? undefined : parseChoice(row, text);
  }
  const trimmed = text.trim() || row.default;
  return trimmed === undefined ? undefined : parseText(row, trimmed);
}

function parseText(row: TextRow, text: string): string {
  switch (row.kind) {
    case 'path':
      return resolve(text);
    case 'url':
      return parseUrl(row, text);
    case 'base':
      return parseBase(row, text);
    case 'certificates':
      return readCertificates(row, text);
  }
  if (!row.format || row.format.pattern.test(text)) return text;
  throw invalidText(row, row.format.expected, text);
}

const factors = { whole: 1, number: 1, seconds: 1000, megabytes: 1_000_000 };

function parseNumber(row: NumberRow, text: string): number {
  const value = Number(text);
  const isNumber = text.trim() !== '' && (row.kind === 'number' || Number.isInteger(value));
  if (isNumber && value >= row.min && value <= row.max) return value * factors[row.kind];
  const kind = row.kind === 'number' ? 'a number' : 'a whole number';
  throw invalidText(row, `${kind} from ${row.min} to ${row.max}`, text);
}

function parseChoice(row: ChoiceRow, text: string): string {
  const choice = text.trim();
  if (row.choices.includes(choice)) return choice;
  throw invalidText(row, row.expected ?? row.choices.join(' or '), text);
}

function parseUrl(row: SettingRow, text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text.replace(/\/+$/, '');
  throw invalidText(row, 'an http or https address', text);
}

/**
 * Returns a normalized URL without a trailing slash. Its path needs no encoding, because it becomes part of pages,
 * headers and commands.
 */
function parseBase(row: SettingRow, text: string): string {
  const { origin, pathname, href } = new URL(parseUrl(row, text));
  const path = pathname.replace(/\/+$/, '');
  if (href === origin + pathname && /^(\/[\w.~-]+)*$/.test(path)) return origin + path;
  const expected = 'an address with at most a path of letters, digits and ".", "_", "~" or "-"';
  throw invalidText(
    row,
    `${expected}, as in https://ci.example.com or https://example.com/ci`,
    text,
  );
}

function invalidText({ name }: SettingRow, expected: string, text: string): StartError {
  return new StartError(`${name} must be ${expected}, not "${text}".`);
}

function splitList(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

function parseNetworks({ name }: SettingRow, text: string): string[] {
  return splitList(text).map((part) => {
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

function readCertificates({ name }: SettingRow, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`${name} cannot be read: ${error}.`);
  }
}
