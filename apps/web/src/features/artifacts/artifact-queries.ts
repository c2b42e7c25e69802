import {
  type Artifact,
  type Build,
  endpointUrl,
  getArtifact,
  getArtifactArchive,
  listArtifacts,
  openReport,
} from '@millrace/contract/api';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { callApiPage } from '../../api/call-api-page.ts';
import { serverUrl } from '../../api/server-address.ts';
import { attemptOf } from '../../lib/attempt.ts';

export interface BuildAddress {
  namespace: string;
  name: string;
  build: number;
  /** Attempt of the build; undefined for the newest. */
  attempt?: number | undefined;
}

/** Number of bytes of a text file that are fetched for the preview. */
export const shownBytes = 256 * 1024;

const split = ({ attempt, ...params }: BuildAddress) => ({
  params,
  query: attemptOf(attempt),
});

/** Number of files in a page. */
const pageSize = 1000;

type Counted = Pick<Build, 'artifacts'>;

/**
 * Queries the files of a build by page, optionally only those whose path contains all words of the search.
 * The number of files is part of the key, to refetch when it changes.
 */
export function artifactsQuery(address: BuildAddress, { artifacts }: Counted, search = '') {
  const { params, query } = split(address);
  const words = search ? { search } : {};
  return infiniteQueryOptions({
    queryKey: ['artifacts', address, artifacts, search],
    queryFn: ({ pageParam, signal }) => {
      const page = { per_page: String(pageSize), ...(pageParam ? { after: pageParam } : {}) };
      return callApiPage(listArtifacts, { params, query: { ...query, ...words, ...page }, signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next?.get('after') ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    meta: { quiet: true },
  });
}

/** Queries one file by its key in the URL, because the loaded pages may not contain it. */
export function artifactQuery(address: BuildAddress, { artifacts }: Counted, file: string) {
  const { params, query } = split(address);
  return queryOptions({
    queryKey: ['artifacts', address, artifacts, 'file', file],
    queryFn: ({ signal }) => callApi(listArtifacts, { params, query: { ...query, file }, signal }),
    staleTime: 60_000,
    meta: { quiet: true },
  });
}

/** Queries the start of a file as text. */
export function artifactTextQuery(address: BuildAddress, file: Artifact) {
  return queryOptions({
    queryKey: ['artifact-text', address, file.stage, file.step, file.path, file.sha256],
    queryFn: async ({ signal }) => {
      const headers = { range: `bytes=0-${shownBytes - 1}` };
      const response = await fetch(artifactUrl(address, file, { isInline: true }), {
        signal,
        ...(file.size > shownBytes ? { headers } : {}),
      });
      if (!response.ok) throw new ApiError(response.status, response.statusText);
      return await response.text();
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
}

/** Returns the URL to download a file, or to display it inline. */
export function artifactUrl(
  address: BuildAddress,
  { stage, step, path }: Pick<Artifact, 'stage' | 'step' | 'path'>,
  { isInline = false } = {},
): string {
  const { params, query } = split(address);
  const url = endpointUrl(getArtifact, { ...params, stage, step, '*': path });
  return serverUrl(url, { ...query, ...(isInline ? { inline: 'true' } : {}) });
}

/** Returns the URL of an archive with all files of a build or of one step. */
export function archiveUrl(address: BuildAddress, of?: Pick<Artifact, 'stage' | 'step'>): string {
  const { params, query } = split(address);
  const step = of ? { stage: String(of.stage), step: String(of.step) } : {};
  return serverUrl(endpointUrl(getArtifactArchive, params), { ...query, ...step });
}

/** Returns the URL that opens a page, or all files of a step, as an HTML report. */
export function reportUrl(
  address: BuildAddress,
  { stage, step, path }: Pick<Artifact, 'stage' | 'step'> & { path?: string },
): string {
  const { params, query } = split(address);
  return serverUrl(endpointUrl(openReport, { ...params, stage, step }), { ...query, path });
}
