import type { Artifact, Build } from '@millrace/contract/api';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { artifactQuery, artifactsQuery, type BuildAddress } from './artifact-queries.ts';
import { findFile } from './artifact-rows.ts';

/** Loaded files: of the whole build, or the results of a search on the server. */
export interface LoadedFiles {
  files: Artifact[];
  /** Whether all files are loaded. */
  isAll: boolean;
  loadMore: (() => void) | undefined;
  isLoadingMore: boolean;
}

/**
 * Number of results up to which a search loads further pages automatically, since a page may have no results.
 */
const minFound = 100;

/** Loads files by page. Unless all are loaded, the filter is applied by the server. */
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
  // `files` is a dependency because `isReady` may have the same value before and after a page is loaded.
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

/** Returns the file selected by the URL. It is fetched separately if the loaded pages do not contain it. */
export function useSelectedFile(
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
