import type { Repo } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { canWriteRepo } from '../../features/repos/repo-permissions.ts';
import { repoListQuery } from '../../features/repos/repo-queries.ts';
import { Palette } from '../../features/search/palette.tsx';
import { parseQuery } from '../../features/search/search-query.ts';
import { planSearch } from './plan-search.ts';
import type { ActionItems } from './use-action-items.tsx';
import { useFoundGroups } from './use-found-groups.tsx';
import { useKnownGroups } from './use-known-groups.tsx';
import type { Place } from './use-place.ts';

interface SearchContentProps {
  input: RefObject<HTMLInputElement | null>;
  place: Place;
  actions: ActionItems;
  onClose: () => void;
  /** Returns the text that was typed before the text field was mounted. */
  takeTyped: () => string;
}

/** Content of the open palette. It unmounts on closing, so each opening starts with an empty query. */
export function SearchContent(props: SearchContentProps) {
  const { input, place, actions, onClose, takeTyped } = props;
  const [typed, setTyped] = useState(takeTyped);
  const [inside, setInside] = useState<Repo | null>(null);
  const { data: repos = [], error, isLoading, refetch } = useQuery(repoListQuery);
  const query = parseQuery(typed);
  const listed = repos.find(({ slug }) => slug === place.repo?.slug);
  const known = useKnownGroups({
    query,
    inside,
    repos,
    place: inside ? placeInside(inside, place) : place,
    actions: inside ? actionsInside(inside, place, actions) : actions.here,
  });
  const found = useFoundGroups(planSearch({ query, inside, repos, current: listed ?? place.repo }));
  const failure = error && repos.length === 0 && (
    <LoadFailure {...describeFailure(error)} onRetry={refetch} />
  );
  return (
    <Palette
      input={input}
      typed={typed}
      inside={inside}
      results={{
        groups: [...known, ...found.groups],
        isPending: isLoading || found.isPending,
        failure,
        errors: found.errors,
      }}
      onType={setTyped}
      onInside={setInside}
      onClose={onClose}
    />
  );
}

function placeInside(repo: Repo, { user }: Place): Place {
  const canWrite = canWriteRepo(repo, user);
  return { user, repo, canWrite, buildNumber: null, build: undefined, isPending: false };
}

function actionsInside(repo: Repo, { user }: Place, actions: ActionItems) {
  return repo.active && canWriteRepo(repo, user) ? [actions.newBuildOf(repo)] : [];
}
