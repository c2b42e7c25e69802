import { Failure } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { Arguments } from '../values/callable.ts';
import { repr, toText } from '../values/repr.ts';
import type { Value } from '../values/value.ts';

const part = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g;

/** `format.format(…)`: `{}` takes the next argument, `{0}` one by place, `{name}` one by name. */
export function formatBraces(format: string, args: Arguments, limits: Limits): string {
  limits.step(format.length >> 6);
  const fields = new Fields(args);
  const pieces: string[] = [];
  let copied = 0;
  const add = (text: string): void => {
    limits.text(text.length);
    pieces.push(text);
  };
  for (const match of format.matchAll(part)) {
    const [whole, field] = match;
    add(format.slice(copied, match.index));
    copied = match.index + whole.length;
    if (whole === '{{' || whole === '}}') add(whole.charAt(0));
    else if (field === undefined)
      throw new Failure(`single "${whole}" in the format; write it twice`);
    else add(replacement(field, fields, limits));
  }
  add(format.slice(copied));
  return pieces.join('');
}

function replacement(field: string, fields: Fields, limits: Limits): string {
  if (field.includes(':'))
    throw new Failure(`format "{${field}}": widths and the like are not there`);
  const [name = '', conversion] = field.split('!', 2);
  const value = fields.take(name);
  if (conversion === undefined || conversion === 's') return toText(value, limits);
  if (conversion === 'r') return repr(value, limits);
  throw new Failure(`unknown conversion "!${conversion}"; there are !s and !r`);
}

class Fields {
  private readonly args: Arguments;
  private next = 0;
  private mode: 'unknown' | 'automatic' | 'numbered' = 'unknown';

  constructor(args: Arguments) {
    this.args = args;
  }

  take(name: string): Value {
    if (name === '') return this.positional('automatic', this.next++);
    if (/^\d{1,9}$/.test(name)) return this.positional('numbered', Number(name));
    if (/[.[\],]/.test(name)) throw new Failure(`format "{${name}}": only plain names are allowed`);
    const value = this.args.named.get(name);
    if (value === undefined) throw new Failure(`format: there is no argument "${name}"`);
    return value;
  }

  private positional(mode: 'automatic' | 'numbered', at: number): Value {
    if (this.mode !== 'unknown' && this.mode !== mode)
      throw new Failure('format: {} and {0} cannot be mixed');
    this.mode = mode;
    const value = this.args.positional[at];
    if (value === undefined) throw new Failure(`format: there is no argument ${at}`);
    return value;
  }
}
