import { expect, it } from 'vitest';
import { type BadgeSyntax, badgeImageUrl, badgeSnippet } from './badge-view.ts';

const image = 'https://ci.example.com/api/badges/octo/hello/status.svg';

it.each<[BadgeSyntax, string, string]>([
  ['Markdown', '', `[![Build Status](${image})](https://ci.example.com/octo/hello)`],
  [
    'Markdown',
    ' feature/a ',
    `[![Build Status](${image}?ref=refs/heads/feature/a)](https://ci.example.com/octo/hello)`,
  ],
  [
    'Markdown',
    'fix#1&(2)',
    `[![Build Status](${image}?ref=refs/heads/fix%231%26%282%29)](https://ci.example.com/octo/hello)`,
  ],
  [
    'Markup',
    '',
    `<a href="https://ci.example.com/octo/hello"><img src="${image}" alt="Build Status"></a>`,
  ],
  ['CCMenu', 'main', 'https://ci.example.com/api/badges/octo/hello/cc.xml'],
])('%s of branch "%s"', (syntax, branch, expected) => {
  expect(
    badgeSnippet(syntax, { server: 'https://ci.example.com', slug: 'octo/hello', branch }),
  ).toBe(expected);
});

it('has the signature last', () => {
  const address = { server: 'https://ci.example.com', slug: 'octo/hello', signature: 'a-_1' };
  expect(badgeImageUrl({ ...address, branch: '' })).toBe(`${image}?signature=a-_1`);
  expect(badgeImageUrl({ ...address, branch: 'main' })).toBe(
    `${image}?ref=refs/heads/main&signature=a-_1`,
  );
});
