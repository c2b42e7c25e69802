import { runSlices } from '@millrace/node-kit/time-slice';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormSearch } from './form-search.ts';
import type { SecretForm } from './secret-forms.ts';
import type { Span } from './span-list.ts';

function find(forms: SecretForm[], line: string): Span[] {
  const search = runSlices(FormSearch.of([forms]));
  return runSlices(search.find(line)).spans;
}

/** Returns, for each character of the line, whether it is part of a form. */
function covered(spans: readonly Span[], length: number): boolean[] {
  const marks = new Array<boolean>(length).fill(false);
  for (const { start, end } of spans) marks.fill(true, start, end);
  return marks;
}

/** Finds each form at each position, with the adjacent digits that encode its bits; padding encodes none. */
function findSlowly(forms: readonly SecretForm[], line: string): Span[] {
  return forms.flatMap(({ text, before, after }) =>
    [...line].flatMap((_, at) => {
      if (!line.startsWith(text, at)) return [];
      const end = at + text.length;
      const isDigit = (position: number) => /[\w+/-]/.test(line.charAt(position));
      const start = at - (before && isDigit(at - 1) ? 1 : 0);
      return [{ start, end: end + (after && isDigit(end) ? 1 : 0) }];
    }),
  );
}

const numRuns = process.env.MILLRACE_TEST_DEEP === '1' ? 3000 : 500;
const letters = fc.constantFrom('a', 'a', 'a', 'b', '=');
const textOf = (minLength: number, maxLength: number) =>
  fc.array(letters, { minLength, maxLength }).map((parts) => parts.join(''));
const bit = fc.constantFrom(0 as const, 1 as const);

describe('a search for many forms', () => {
  it('covers everything that any form covers, at any length', () => {
    const form = fc.record({ text: textOf(2, 20), before: bit, after: bit });
    const forms = fc.array(form, { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(forms, textOf(0, 60), (drawn, line) => {
        const expected = covered(findSlowly(drawn, line), line.length);
        const found = covered(find(drawn, line), line.length);
        expect(expected.filter((isCovered, at) => isCovered && !found[at])).toEqual([]);
      }),
      { seed: 21, numRuns },
    );
  });

  it('covers nothing else if no digits encode bits of a form', () => {
    const form = textOf(2, 20).map((text) => ({ text, before: 0 as const, after: 0 as const }));
    fc.assert(
      fc.property(fc.array(form, { maxLength: 30 }), textOf(0, 60), (drawn, line) => {
        expect(covered(find(drawn, line), line.length)).toEqual(
          covered(findSlowly(drawn, line), line.length),
        );
      }),
      { seed: 22, numRuns },
    );
  });

  it('finds long forms across slice boundaries', () => {
    const text = Array.from({ length: 50_000 }, (_, at) => String.fromCharCode(at)).join('');
    const line = `${'.'.repeat(60_000)}${text}${'.'.repeat(120_000)}${text}`;
    expect(find([{ text, before: 0, after: 0 }], line)).toEqual([
      { start: 60_000, end: 110_000 },
      { start: 230_000, end: 280_000 },
    ]);
  });

  it('hides the whole length of a form found by its prefix', () => {
    const text = Array.from({ length: 100_000 }, (_, at) => String.fromCharCode(at)).join('');
    const longer = `${text}and more`;
    const forms = [text, longer].map((form) => ({
      text: form,
      before: 1 as const,
      after: 0 as const,
    }));
    expect(find(forms, `..${text}`)).toEqual([{ start: 2, end: 100_002 }]);
    expect(find(forms, `a${longer}.`)).toEqual([{ start: 0, end: 100_009 }]);
    expect(find(forms, `.${text.slice(0, 70_000)}`)).toEqual([{ start: 1, end: 70_001 }]);
    expect(find(forms, `.${text.slice(0, 60_000)}`)).toEqual([]);
  });
});
