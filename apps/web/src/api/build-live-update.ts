import { type Build, buildPageSize } from '@millrace/contract/api';

/** True when `next` says at least as much about the same build as `old` does. */
function isCurrent(old: Build, next: Build): boolean {
  return old.number === next.number && (old.version ?? 0) <= (next.version ?? 0);
}

/** The open build after an event; an event without stages keeps those that are known. */
export function updateBuild(old: Build, next: Build): Build {
  if (!isCurrent(old, next)) return old;
  return { ...next, stages: next.stages ?? old.stages ?? [] };
}

/**
 * The pages of a list after an event: its build moves to the top or enters there. What runs over
 * the first page moves to the next, if that was loaded; the cache of one page is capped.
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

/** Loaded pages as one list; a build that slid onto the next page meanwhile is shown once. */
export function joinBuildPages(pages: readonly Build[][]): Build[] {
  return [...new Map(pages.flat().map((build) => [build.number, build])).values()];
}
