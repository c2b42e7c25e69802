import { describe, expect, it } from 'vitest';
import { findCardProblem, maxCardBytes } from './card.ts';

const schema = 'https://example.com/card.json';

describe('findCardProblem', () => {
  it.each([[{}], [[]], ['text'], [0], [{ passed: 3, text: 'größe' }]])('accepts %j', (data) => {
    expect(findCardProblem({ schema, data })).toBeNull();
  });

  it.each([
    '',
    'card.json',
    'ftp://example.com/a',
    'javascript:alert(1)',
    'https://',
    'https://example.com/a b',
    `https://example.com/${'a'.repeat(3000)}`,
  ])('rejects the URL "%s"', (address) => {
    expect(findCardProblem({ schema: address, data: {} })).toBe('Invalid Card Schema');
  });

  it('rejects data that is not a card', () => {
    const notText: unknown = 5;
    expect(findCardProblem({ schema: notText as string, data: {} })).toBe('Invalid Card Schema');
    for (const data of [undefined, null]) {
      expect(findCardProblem({ schema, data })).toBe('Invalid Card Data');
    }
  });

  it('does not fail on deeply nested data', () => {
    const data: unknown = JSON.parse('['.repeat(maxCardBytes) + ']'.repeat(maxCardBytes));
    expect(findCardProblem({ schema, data })).toMatch(/^(Invalid Card Data|Card is too large)$/);
  });

  it('measures the size in bytes', () => {
    const fits = 'x'.repeat(maxCardBytes - 2);
    expect(findCardProblem({ schema, data: fits })).toBeNull();
    expect(findCardProblem({ schema, data: `${fits}x` })).toBe('Card is too large');
    expect(findCardProblem({ schema, data: 'ß'.repeat(maxCardBytes / 2) })).toBe(
      'Card is too large',
    );
  });
});
