export const badgeSyntaxes = ['Markdown', 'Markup', 'CCMenu'] as const;
export type BadgeSyntax = (typeof badgeSyntaxes)[number];

/** Address of the badge's picture; without a branch, that of the default branch. */
export function badgeImageUrl(origin: string, slug: string, branch: string): string {
  const name = branch.trim().split('/').map(encodePart).join('/');
  return `${origin}/api/badges/${slug}/status.svg${name && `?ref=refs/heads/${name}`}`;
}

/** Parentheses too, which would end the address in Markdown. */
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
  const page = `${origin}/${slug}`;
  switch (syntax) {
    case 'Markdown':
      return `[![Build Status](${image})](${page})`;
    case 'Markup':
      return `<a href="${page}"><img src="${image}" alt="Build Status"></a>`;
    case 'CCMenu':
      // The one address that all servers serve.
      return `${origin}/api/badges/${slug}/cc.xml`;
  }
}
