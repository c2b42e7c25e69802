import { print, type Value } from './values.ts';

const verb = /%(-?)(0?)(\d{0,3})(?:\.(\d{1,2}))?([a-zA-Z%])/g;

/** The verbs of Go's `printf` that make sense here: %s %v %d %q %t %f %x and %%, with a width. */
export function printf(format: string, values: Value[]): string {
  let taken = 0;
  return format.replace(
    verb,
    (_, left: string, zero: string, width: string, digits: string | undefined, name: string) => {
      if (name === '%') return '%';
      const text = convert(name, values[taken++], digits);
      if (left) return text.padEnd(Number(width));
      return text.padStart(Number(width), zero || ' ');
    },
  );
}

function convert(name: string, value: Value, digits: string | undefined): string {
  switch (name) {
    case 's':
    case 'v':
    case 't':
      return print(value);
    case 'd':
      return Number.isInteger(value) ? String(value) : `%!d(${print(value)})`;
    case 'f':
      return typeof value === 'number'
        ? value.toFixed(Number(digits ?? 6))
        : `%!f(${print(value)})`;
    case 'x':
      return typeof value === 'number'
        ? value.toString(16)
        : Buffer.from(print(value)).toString('hex');
    case 'q':
      return JSON.stringify(print(value));
    default:
      throw new Error(`printf does not know %${name}`);
  }
}
