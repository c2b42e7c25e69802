import type { Artifact, Build } from '@millrace/contract/api';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { artifactQuery, artifactsQuery, type BuildAddress } from './artifact-queries.ts';
import { findFile } from './artifact-rows.ts';

/** The files that are loaded: those of the whole build, or what the server found with the filter. */
export interface LoadedFiles {
  files: Artifact[];
  /** Whether these are all, and not the first ones. */
  isAll: boolean;
  loadMore: (() => void) | undefined;
  isLoadingMore: boolean;
}

/** A search goes on by itself until it has found as many: a page of it may have none. */
const minFound = 100;

/** Loads files page by page. While some are missing, the server applies the filter to all of them. */
export function useFiles(address: BuildAddress, build: Build, filter: string) {
  const all = useInfiniteQuery(artifactsQuery(address, build));
  const isSearching = all.hasNextPage && filter.trim() !== '';
  const found = useInfiniteQuery({
    ...artifactsQuery(address, build, filter.trim()),
    enabled: isSearching,
  });
  const query = isSearching ? found : all;
  const files = useMemo(() => query.data?.pages.flatMap(({ items }) => items), [query.data]);
  const { hasNextPage, isFetchingNextPage, isPlaceholderData, isError, fetchNextPage } = query;
  const wantsMore = isSearching && hasNextPage && (files?.length ?? 0) < minFound;
  const isReady = !isFetchingNextPage && !isPlaceholderData && !isError;
  // Each page that came is a reason to look again: `isReady` may be the same before and after it.
  useEffect(() => {
    if (files && wantsMore && isReady) void fetchNextPage();
  }, [files, wantsMore, isReady, fetchNextPage]);
  const loaded: LoadedFiles | undefined = files && {
    files,
    isAll: !hasNextPage && !isPlaceholderData,
    loadMore: hasNextPage ? () => void fetchNextPage() : undefined,
    isLoadingMore: isFetchingNextPage,
  };
  return { loaded, error: query.error, refetch: query.refetch };
}

/** The file that the address of the page names, loaded by itself where the list does not have it yet. */
export function useChosenFile(
  address: BuildAddress,
  build: Build,
  { files, isAll }: LoadedFiles,
  key: string | null,
): Artifact | undefined {
  const listed = findFile(files, key);
  const isMissing = !listed && !isAll && key !== null;
  const { data } = useQuery({ ...artifactQuery(address, build, key ?? ''), enabled: isMissing });
  return listed ?? (isMissing ? data?.[0] : undefined);
}
