import { pageSlug } from '@millrace/contract/reserved-names';
export const badgeSyntaxes = ['Markdown', 'Markup', 'CCMenu'] as const;
export type BadgeSyntax = (typeof badgeSyntaxes)[number];

/** Parts of the address of a badge. */
export interface BadgeAddress {
  /** URL of the server. */
  server: string;
  slug: string;
  /** If it is empty, the badge is of the default branch. */
  branch: string;
  /** With it, everybody sees the badge of a private repository. */
  signature?: string | undefined;
}

/** Returns the ref of a branch; undefined for the default branch. */
export function badgeRef(branch: string): string | undefined {
  return branch.trim() ? `refs/heads/${branch.trim()}` : undefined;
}

/** Returns the URL of the badge. */
export function badgeImageUrl({ server, slug, branch, signature }: BadgeAddress): string {
  const name = branch.trim().split('/').map(encodePart).join('/');
  const query = [
    ...(name ? [`ref=refs/heads/${name}`] : []),
    ...(signature ? [`signature=${signature}`] : []),
  ].join('&');
  return `${server}/api/badges/${slug}/status.svg${query && `?${query}`}`;
}

/** Also encodes parentheses, which would end the URL in Markdown. */
function encodePart(part: string): string {
  return encodeURIComponent(part).replaceAll('(', '%28').replaceAll(')', '%29');
}

/** Returns code that embeds the badge in a page. */
export function badgeSnippet(syntax: BadgeSyntax, address: BadgeAddress): string {
  const { server, slug } = address;
  const image = badgeImageUrl(address);
  const page = `${server}/${pageSlug(slug)}`;
  switch (syntax) {
    case 'Markdown':
      return `[![Build Status](${image})](${page})`;
    case 'Markup':
      return `<a href="${page}"><img src="${image}" alt="Build Status"></a>`;
    case 'CCMenu':
      // The only URL that every server supports.
      return `${server}/api/badges/${slug}/cc.xml`;
  }
}
