import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { attemptQuery, buildQuery, type RepoName } from '../api/build-queries.ts';
import { readNumber } from '../domain-ui/build-address.ts';

/** Reads the newest attempt of a build and, if the URL names an earlier one, that attempt. */
export function useShownBuild(repo: RepoName, number: number) {
  const wanted = readNumber(useSearchParams()[0].get('attempt') ?? undefined);
  const { data: newest, error: buildError, refetch } = useQuery(buildQuery(repo, number));
  const isEarlier = wanted !== null && wanted < (newest?.attempt ?? 1);
  const earlier = useQuery({ ...attemptQuery(repo, number, wanted ?? 1), enabled: isEarlier });
  return {
    newest,
    build: isEarlier ? earlier.data : newest,
    buildError,
    attemptError: isEarlier ? earlier.error : null,
    retry: isEarlier ? earlier.refetch : refetch,
  };
}
