import { pageSlug } from '@millrace/contract/reserved-names';
export const badgeSyntaxes = ['Markdown', 'Markup', 'CCMenu'] as const;
export type BadgeSyntax = (typeof badgeSyntaxes)[number];

/** Returns the URL of the badge. If the branch is empty, the badge is of the default branch. */
export function badgeImageUrl(origin: string, slug: string, branch: string): string {
  const name = branch.trim().split('/').map(encodePart).join('/');
  return `${origin}/api/badges/${slug}/status.svg${name && `?ref=refs/heads/${name}`}`;
}

/** Also encodes parentheses, which would end the URL in Markdown. */
function encodePart(part: string): string {
  return encodeURIComponent(part).replaceAll('(', '%28').replaceAll(')', '%29');
}

/** Returns code that embeds the badge in a page. */
export function badgeSnippet(
  syntax: BadgeSyntax,
  origin: string,
  slug: string,
  branch: string,
): string {
  const image = badgeImageUrl(origin, slug, branch);
  const page = `${origin}/${pageSlug(slug)}`;
  switch (syntax) {
    case 'Markdown':
      return `[![Build Status](${image})](${page})`;
    case 'Markup':
      return `<a href="${page}"><img src="${image}" alt="Build Status"></a>`;
    case 'CCMenu':
      // The only URL that every server supports.
      return `${origin}/api/badges/${slug}/cc.xml`;
  }
}
