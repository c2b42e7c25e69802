export const badgeSyntaxes = ['Markdown', 'Markup', 'CCMenu'] as const;
export type BadgeSyntax = (typeof badgeSyntaxes)[number];

/** Address of the badge's picture; without a branch, that of the default branch. */
export function badgeImageUrl(origin: string, slug: string, branch: string): string {
  const ref = branch.trim() ? `?ref=refs/heads/${encodeURI(branch.trim())}` : '';
  return `${origin}/api/badges/${slug}/status.svg${ref}`;
}

/** What to copy so that the badge stands elsewhere. */
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
      return `${page}/cc.xml`;
  }
}
