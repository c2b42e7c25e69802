import type { Build, Repo } from '@millrace/contract/api';
import { useQueries, useQuery } from '@tanstack/react-query';
import { errorText } from '../../api/api-error.ts';
import { branchSearchQuery } from '../../api/branch-search.ts';
import { visibleRepoSearchQuery } from '../../api/visible-repos.ts';
import { activityMessages } from '../../domain-ui/activity-messages.ts';
import { buildSearchQuery } from '../../features/find-builds/build-search-query.ts';
import { paletteMessages } from '../../features/search/messages.ts';
import type { PaletteGroup } from '../../features/search/palette-groups.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { servedConfig } from '../../lib/page-config.ts';
import { hasExtras } from '../../lib/server-extras.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { branchItem, buildItem } from './build-items.tsx';
import { repoItem } from './repo-items.tsx';

/** A repository whose branches and builds are searched. */
export interface SearchedRepo {
  repo: Repo;
  /** Empty for the newest builds and all branches. */
  text: string;
}

export interface ServerSearch {
  repos: SearchedRepo[];
  /** Words to search for in the builds of all repositories. Empty to skip that search. */
  words: string;
  /** Text to search for in the names of other repositories. Empty to skip that search. */
  repoText: string;
}

const maxBranches = 5;

/** Returns the branches, builds and other repositories found by the server. Ignores responses for an earlier query. */
export function useFoundGroups(search: ServerSearch) {
  const activity = useTexts(activityMessages);
  const text = useTexts(paletteMessages);
  const key = JSON.stringify([
    search.words,
    search.repoText,
    search.repos.map(({ repo, text: of }) => [repo.slug, of]),
  ]);
  const isSettled = useDebounced(key) === key;
  const branches = useQueries({
    queries: search.repos.map((each) => ({
      ...branchSearchQuery(nameOf(each.repo), each.text, maxBranches),
      enabled: isSettled,
      meta: { quiet: true },
    })),
  });
  const builds = useQueries({
    queries: search.repos.map((each) => ({
      ...buildSearchQuery(nameOf(each.repo), each.text),
      // Servers without search by words would return all builds.
      enabled: isSettled && (each.text === '' || supportsWordSearch(each.repo)),
    })),
  });
  const all = useQuery({
    ...buildSearchQuery('all', search.words),
    enabled: isSettled && search.words !== '' && servedConfig?.extras === true,
  });

  const others = useQuery({
    ...visibleRepoSearchQuery(search.repoText),
    enabled: isSettled && search.repoText !== '' && servedConfig?.extras === true,
  });

  const toItem = ({ slug, build }: { slug: string; build: Build }) =>
    buildItem(slug, build, activity.untitled);
  const groups: PaletteGroup[] = search.repos.flatMap(({ repo: { slug } }, at) => [
    {
      id: `builds:${slug}`,
      title: text.buildsOf(slug),
      items: (builds[at]?.data ?? []).map(toItem),
    },
    {
      id: `branches:${slug}`,
      title: text.branchesOf(slug),
      items: (branches[at]?.data ?? []).map((build) => branchItem(slug, build)),
    },
  ]);
  groups.push({ id: 'builds', title: text.builds, items: (all.data ?? []).map(toItem) });
  groups.push({ id: 'others', title: text.otherRepos, items: (others.data ?? []).map(repoItem) });
  const queries = [...branches, ...builds, all, others];
  const titles = [
    ...search.repos.map(({ repo }) => text.branchesOf(repo.slug)),
    ...search.repos.map(({ repo }) => text.buildsOf(repo.slug)),
    text.builds,
    text.otherRepos,
  ];
  return {
    groups,
    isPending: !isSettled || queries.some(({ isLoading }) => isLoading),
    errors: queries.flatMap(({ error }, at) =>
      error ? [text.failed(titles[at] ?? '', errorText(error))] : [],
    ),
  };
}

function nameOf({ namespace, name }: Repo) {
  return { namespace, name };
}

function supportsWordSearch(repo: Repo): boolean {
  return servedConfig?.extras === true || hasExtras(repo.build);
}
