import { expect, it } from 'vitest';
import { parseMarkdown } from './parse-markdown.ts';

const row = (columns: number, cell = 'x') => `|${`${cell}|`.repeat(columns)}\n`;
const table = (columns: number, rows: number) =>
  row(columns) + row(columns, '-') + row(columns).repeat(rows);

it.each([
  ['a table', table(5, 100)],
  ['a wide table', table(60, 20)],
  ['text with pipes', 'a | b | c\n'.repeat(2000)],
  ['nested quotes', `${'>'.repeat(20)} a`],
  ['a long list of bold words', `- ${'**a** '.repeat(10)}\n`.repeat(260)],
  ['code with many asterisks', `\`\`\`\n${'a * b * c\n'.repeat(3000)}\`\`\`\n`],
  ['many paragraphs', 'a\n\n'.repeat(1000)],
])('parses %s', (_, text) => {
  expect(parseMarkdown(text)).not.toBeNull();
});

it.each([
  ['two thousand columns', table(2000, 30)],
  ['a wide table with short rows', row(500) + row(500, '-') + '|a|\n'.repeat(5000)],
  ['emphasis without an end', '**a'.repeat(40_000)],
  ['deep quotes', `${'>'.repeat(500)} a`],
  ['very many elements', `${'`a` '.repeat(100)}\n\n`.repeat(180)],
])('rejects %s', (_, text) => {
  expect(parseMarkdown(text)).toBeNull();
});
