import type { Conversion } from '../conversion.ts';
import type { Commented, Environment, OutputText } from '../model.ts';
import type { SourceNode } from '../source/source-node.ts';
import { escapeText } from '../write/escape-text.ts';

/** How the variables of another system are named here. */
export interface VariableNames {
  /** Our variables of equal meaning. A value with `${` is an expression. */
  equivalents: Readonly<Record<string, string>>;
  /** Matches names that only the other system sets. */
  reserved: RegExp;
  /** Variables with the same name and meaning on both systems. */
  shared?: (name: string) => boolean;
}

interface Place {
  node: SourceNode;
  target: Commented;
  conversion: Conversion;
  /** Variables whose values are known, for texts that no shell reads. */
  known?: Environment;
  /** Names that the file replaces in the whole pipeline, such as those of a matrix. */
  replaced?: ReadonlySet<string>;
}

const uses = /\$(?:\{([A-Za-z_]\w*)(?!\w)([^{}]*)\}|([A-Za-z_]\w*))/g;

/** Replaces the variables of a script by those of Millrace; the shell replaces all others as before. */
export function replaceInScript(text: string, names: VariableNames, place: Place): OutputText {
  return replaceVariables(text, place, (name, rest, whole) => {
    if (place.replaced?.has(name) && rest === '') return `\${${name}}`;
    const own = ownVariable(name, names, place);
    if (own === undefined) return escapeText(whole);
    if (own.includes('${')) return rest === '' ? own : escapeText(whole);
    return whole.startsWith('${') ? escapeText(`\${${own}${rest}}`) : `$${own}`;
  });
}

/** Replaces the variables of a text that no shell reads, such as the name of an image. */
export function replaceInText(text: string, names: VariableNames, place: Place): OutputText {
  return replaceVariables(text, place, (name, rest, whole) => {
    if (place.replaced?.has(name)) return `\${${name}}`;
    const own = ownVariable(name, names, place);
    if (own !== undefined && rest === '') return own.includes('${') ? own : `\${${own}}`;
    const value = place.known?.get(name);
    if (typeof value === 'string') return value;
    if (!names.reserved.test(name)) {
      place.conversion.skip(
        place.target,
        place.node,
        `the variable ${whole} in "${text}", because its value is not in the file`,
      );
    }
    return escapeText(whole);
  });
}

function replaceVariables(
  text: string,
  { conversion }: Place,
  replace: (name: string, rest: string, whole: string) => OutputText,
): OutputText {
  let result = '';
  let at = 0;
  for (const found of text.matchAll(uses)) {
    const [whole, braced, rest = '', plain] = found;
    result += escapeText(text.slice(at, found.index));
    const isEscaped = text[found.index - 1] === '$' || text[found.index - 1] === '\\';
    const isPath = /^\.|^\[/.test(rest);
    const value =
      isEscaped || isPath ? escapeText(whole) : replace(braced ?? plain ?? '', rest, whole);
    conversion.spend(value.length);
    result += value;
    at = found.index + whole.length;
  }
  return result + escapeText(text.slice(at));
}

/** Returns our variable for one of the other system; adds a comment if that has none. */
function ownVariable(name: string, names: VariableNames, place: Place): string | undefined {
  if (Object.hasOwn(names.equivalents, name)) return names.equivalents[name];
  if (names.reserved.test(name) && !names.shared?.(name) && !place.known?.has(name)) {
    place.conversion.skip(
      place.target,
      place.node,
      `the variable ${name}, because no variable of Millrace has its meaning`,
    );
  }
  return undefined;
}
