import { listRevisions, type Revisions } from '@millrace/contract/api';
import { tagRef } from '@millrace/pipeline/git-ref';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import { hasText } from '../../lib/has-text.ts';
import { useDebounced } from '../../lib/use-debounced.ts';

/** Commit or tag that can be chosen. */
export type Revision = Partial<Revisions['commits'][number]> & { sha: string; name?: string };

/** Of each kind, so that neither hides the other one. */
const maxSuggestions = 20;
/** Before anything is typed, tags must leave room for commits. */
const maxUnsearchedTags = 3;
const freshMs = 30_000;

function revisionsQuery({ namespace, name }: RepoName, branch: string, q: string) {
  const query = { ...(branch && { branch }), ...(q && { q }) };
  return queryOptions({
    queryKey: ['revisions', `${namespace}/${name}`, query],
    queryFn: ({ signal }) => callApi(listRevisions, { params: { namespace, name }, query, signal }),
    staleTime: freshMs,
    retry: false,
    meta: { quiet: true },
  });
}

/**
 * Suggests commits of a branch, and tags. Loads none before the list opens, and asks the forge again only if none of
 * the newest ones contains the text.
 */
export function useRevisionSuggestions(repo: RepoName, branch: string) {
  const [search, setSearch] = useState<string | null>(null);
  const text = search?.trim() ?? '';
  const debounced = useDebounced(text);
  const newest = useQuery({ ...revisionsQuery(repo, branch, ''), enabled: search !== null });
  const listed = newest.data ? choicesOf(newest.data, text) : [];
  const needsMore = newest.isSuccess && text !== '' && text === debounced && listed.length === 0;
  const older = useQuery({ ...revisionsQuery(repo, branch, debounced), enabled: needsMore });
  const found = needsMore && older.data ? choicesOf(older.data, text) : listed;
  const revisions = new Map(found.map((revision) => [textOf(revision), revision]));
  return {
    options: [...revisions.keys()],
    find: (option: string) => revisions.get(option),
    onSearch: setSearch,
    isFailed: newest.isError || (needsMore && older.isError),
  };
}

function choicesOf({ commits, tags }: Revisions, text: string): Revision[] {
  const matches = ({ sha, title = '', author = '', name = '' }: Revision) =>
    sha.startsWith(text.toLowerCase()) ||
    [name, title, author].some((field) => hasText(field, text));
  const maxTags = text ? maxSuggestions : maxUnsearchedTags;
  return [
    ...tags.filter(matches).slice(0, maxTags),
    ...commits.filter(matches).slice(0, maxSuggestions),
  ];
}

/** Text of the field that names the revision. */
function textOf({ sha, name }: Revision): string {
  return name === undefined ? sha : tagRef(name);
}
