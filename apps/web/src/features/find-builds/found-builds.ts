import { buildPageSize } from '@millrace/contract/api';
import { type BuildFilter, type FoundBuild, isFound } from './build-filter.ts';

/**
 * Applies a build event to the pages of a list, newest first: replaces, inserts or removes the build. If a
 * page overflows, its last build moves to the next page, if that is loaded.
 */
export function updateFoundPages(
  pages: FoundBuild[][],
  next: FoundBuild,
  filter: BuildFilter,
): FoundBuild[][] {
  const known = pages.flat();
  const old = known.find(({ build }) => build.id === next.build.id);
  if (old && old.build.version > next.build.version) return pages;
  const others = known.filter((found) => found !== old);
  // Only the server knows the text of failures, so a new build appears when the list is loaded again.
  if (!isFound(next, filter) || (filter.failure && !old))
    return old ? inPages(others, pages) : pages;
  const after = others.findIndex(({ build }) => build.id < next.build.id);
  const isComplete = (pages.at(-1)?.length ?? 0) < buildPageSize;
  // The build belongs to a page that is not loaded.
  if (after < 0 && !old && !isComplete) return pages;
  return inPages(others.toSpliced(after < 0 ? others.length : after, 0, next), pages);
}

/**
 * Splits builds into the loaded number of pages. If the list was loaded to its end, the last page takes the
 * rest.
 */
function inPages(builds: FoundBuild[], pages: FoundBuild[][]): FoundBuild[][] {
  return pages.map((page, index) => {
    const isOpenEnd = index === pages.length - 1 && index > 0 && page.length < buildPageSize;
    const start = index * buildPageSize;
    return builds.slice(start, isOpenEnd ? undefined : start + buildPageSize);
  });
}

/** Joins loaded pages, without duplicates: a build may have moved to the next page between two requests. */
export function joinFoundPages(pages: readonly FoundBuild[][]): FoundBuild[] {
  return [...new Map(pages.flat().map((found) => [found.build.id, found])).values()];
}
