import type { Limits } from '../limits.ts';
import { floatText } from './float.ts';
import { quote } from './quote.ts';
import { typeName, type Value } from './value.ts';

/** What `str` gives: a string itself, or the text that stands for the value. */
export function toText(value: Value, limits: Limits): string {
  return typeof value === 'string' ? value : repr(value, limits);
}

export function repr(value: Value, limits: Limits): string {
  const writer = new Writer(limits);
  writer.write(value);
  return writer.pieces.join('');
}

class Writer {
  readonly pieces: string[] = [];
  private readonly limits: Limits;
  private readonly open = new Set<Value>();

  constructor(limits: Limits) {
    this.limits = limits;
  }

  write(value: Value): void {
    this.limits.step();
    if (value === null) this.add('None');
    else if (typeof value === 'boolean') this.add(value ? 'True' : 'False');
    else if (typeof value === 'bigint') this.add(this.limits.digits(value.toString()));
    else if (typeof value === 'number') this.add(floatText(value));
    else if (typeof value === 'string') this.add(quote(value));
    else if (this.open.has(value)) this.add(value.type === 'dict' ? '{...}' : '[...]');
    else {
      this.open.add(value);
      this.limits.nesting(this.open.size);
      this.compound(value);
      this.open.delete(value);
    }
  }

  private compound(value: Exclude<Value, null | boolean | bigint | number | string>): void {
    switch (value.type) {
      case 'list':
        this.series('[', value.items, ']');
        return;
      case 'tuple':
        this.series('(', value.items, value.items.length === 1 ? ',)' : ')');
        return;
      case 'set':
        this.series('set([', value, '])');
        return;
      case 'dict':
        this.pairs('{', value, ': ', '}', (key) => this.write(key));
        return;
      case 'struct':
        this.pairs('struct(', value.fields, ' = ', ')', (name) => this.add(name));
        return;
      case 'range': {
        const step = value.step === 1n ? '' : `, ${value.step}`;
        this.add(`range(${value.start}, ${value.stop}${step})`);
        return;
      }
      default:
        this.add(`<${typeName(value) === 'function' ? 'function' : 'built-in'} ${value.name}>`);
    }
  }

  private series(open: string, items: Iterable<Value>, close: string): void {
    let separator = open;
    for (const item of items) {
      this.add(separator);
      this.write(item);
      separator = ', ';
    }
    this.add(separator === open ? `${open}${close}` : close);
  }

  private pairs<Key>(
    open: string,
    entries: Iterable<readonly [Key, Value]>,
    between: string,
    close: string,
    writeKey: (key: Key) => void,
  ): void {
    let separator = open;
    for (const [key, value] of entries) {
      this.add(separator);
      writeKey(key);
      this.add(between);
      this.write(value);
      separator = ', ';
    }
    this.add(separator === open ? `${open}${close}` : close);
  }

  private add(text: string): void {
    this.limits.text(text.length);
    this.pieces.push(text);
  }
}
