import { TemplateError } from './template-error.ts';
import type { Value } from './values.ts';

/** What one rendering may do: values looked at, and the characters and entries in them. */
export class Budget {
  private left: number;

  constructor(total: number) {
    this.left = total;
  }

  spend(amount: number, line: number): void {
    this.left -= amount;
    if (this.left < 0) throw new TemplateError(line, 'the template takes too long');
  }

  spendOn(values: Value[], line: number): void {
    for (const value of values) {
      const isLong = typeof value === 'string' || Array.isArray(value);
      this.spend(1 + (isLong ? value.length : 0), line);
    }
  }
}
