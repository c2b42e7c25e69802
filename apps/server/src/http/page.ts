const maxPageSize = 100;

export interface Page {
  limit: number;
  offset: number;
}

/** Reads `page` and `per_page`. Values that are not numbers select the default. */
export function readPage(
  query: { page?: string | undefined; per_page?: string | undefined },
  pageSize: number,
  maxSize = maxPageSize,
): Page {
  const limit = Math.min(wholeOr(query.per_page, pageSize), maxSize);
  return { limit, offset: (wholeOr(query.page, 1) - 1) * limit };
}

function wholeOr(text: string | undefined, or: number): number {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : or;
}

/**
 * Returns the header with the link to the next page. It is relative to the URL of the call, because a proxy may have
 * changed the path before it.
 */
export function linkToNext(query: Record<string, string | undefined>): string {
  const set = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return `<?${new URLSearchParams(set)}>; rel="next"`;
}
