import { StartError } from '@millrace/node-kit/start-error';
import { type Document, isMap, isNode, isPair, isScalar, LineCounter, parseDocument } from 'yaml';
import { en } from 'zod/locales';
import { type Settings, settingsSchema } from './settings-schema.ts';

const maxProblems = 20;

/**
 * Reads the text of a settings file.
 *
 * @param name of the file, for messages
 * @throws StartError with a line for each problem
 */
export function readSettings(text: string, name: string): Settings {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  if (document.errors.length > 0) {
    throw problems(
      document.errors.map(({ pos, message }) => `${at(pos[0])}: ${firstLine(message)}`),
    );
  }
  const parsed = settingsSchema.safeParse(toValue(document, name), { error: en().localeError });
  if (parsed.success) return parsed.data;
  throw problems(
    parsed.error.issues.map((issue) => {
      const keys = issue.code === 'unrecognized_keys' ? issue.keys : [];
      const path = issue.path.map(String);
      const where = path.length > 0 ? `${path.join('.')}: ` : '';
      return `${at(offsetOf(document, path, keys[0]))}: ${where}${reasonOf(issue)}`;
    }),
  );
}

function toValue(document: Document, name: string): unknown {
  try {
    // An empty file has no settings.
    return document.toJS() ?? {};
  } catch (error) {
    throw new StartError(`${name}: ${(error as Error).message}`);
  }
}

/** A record says only that a name is invalid; the reasons are in its issues. */
function reasonOf(issue: { message: string; issues?: { message: string }[] | unknown }): string {
  const { issues } = issue;
  const [inner] = Array.isArray(issues) ? (issues as { message: string }[]) : [];
  return inner?.message ?? issue.message;
}

/** Returns where the key is that leads to a value, or the nearest key above it. */
function offsetOf(
  document: Document,
  path: readonly string[],
  unknown: string | undefined,
): number {
  const names = unknown === undefined ? path : [...path, unknown];
  let node: unknown = document.contents;
  let offset = 0;
  for (const name of names) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === name);
      if (!isPair(pair)) return offset;
      if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else {
      node = document.getIn(names.slice(0, names.indexOf(name) + 1), true);
      if (!isNode(node)) return offset;
      offset = node.range?.[0] ?? offset;
    }
  }
  return offset;
}

function problems(lines: readonly string[]): StartError {
  const rest = lines.length - maxProblems;
  const shown = lines.slice(0, maxProblems);
  return new StartError([...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n'));
}

function firstLine(text: string): string {
  return text.replace(/ at line \d+.*/s, '').replace(/\n.*/s, '');
}
