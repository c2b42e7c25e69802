import { type Build, buildPageSize } from '@millrace/contract/api';

/** Returns whether `next` is the same build as `old`, and not older. */
function isCurrent(old: Build, next: Build): boolean {
  return old.number === next.number && (old.version ?? 0) <= (next.version ?? 0);
}

/** Applies an event to an open build. Keeps the known stages if the event has none. */
export function updateBuild(old: Build, next: Build): Build {
  if (!isCurrent(old, next)) return old;
  return { ...next, stages: next.stages ?? old.stages ?? [] };
}

/**
 * Applies an event to the pages of a list: moves its build to the top, or adds it there. The last build of a
 * full page moves to the next page if that is loaded, and otherwise drops out.
 */
export function updateBuildPages(pages: Build[][], next: Build): Build[][] {
  const builds = pages.flat();
  const old = builds.find((build) => build.number === next.number);
  if (old && !isCurrent(old, next)) return pages;
  const sorted = [next, ...builds.filter((build) => build.number !== next.number)];
  return pages.map((page, index) => {
    const start = index * buildPageSize;
    const isLast = index === pages.length - 1;
    const isOpenEnd = isLast && page.length < buildPageSize && index > 0;
    return sorted.slice(start, isOpenEnd ? undefined : start + buildPageSize);
  });
}

/** Joins loaded pages to one list. A build that has moved to the next page meanwhile occurs only once. */
export function joinBuildPages(pages: readonly Build[][]): Build[] {
  return [...new Map(pages.flat().map((build) => [build.number, build])).values()];
}
