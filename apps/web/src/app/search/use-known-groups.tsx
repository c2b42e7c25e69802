import type { Repo } from '@millrace/contract/api';
import { useQueries } from '@tanstack/react-query';
import { buildQuery } from '../../api/build-queries.ts';
import { activityMessages } from '../../domain-ui/activity-messages.ts';
import { readRecentRepos } from '../../features/repos/recent-repos.ts';
import { searchRepos } from '../../features/repos/repo-search.ts';
import { paletteMessages } from '../../features/search/messages.ts';
import type { PaletteGroup, PaletteItem } from '../../features/search/palette-groups.ts';
import type { SearchQuery } from '../../features/search/search-query.ts';
import { hasText } from '../../lib/has-text.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { numberItem } from './build-items.tsx';
import { usePageItems } from './page-items.tsx';
import { repoItem } from './repo-items.tsx';
import type { Place } from './use-place.ts';

const maxRepos = 50;
const maxNumbered = 5;

interface KnownGroupsProps {
  query: SearchQuery;
  inside: Repo | null;
  repos: readonly Repo[];
  place: Place;
  actions: PaletteItem[];
}

/** Returns the results that need no request, so they update with each key press. */
export function useKnownGroups(props: KnownGroupsProps): PaletteGroup[] {
  const { query, inside, repos, place, actions } = props;
  const text = useTexts(paletteMessages);
  const pages = usePageItems(place);
  const numbered = useNumberedBuilds(query, inside ?? place.repo, inside ? [inside] : repos);
  // Items cannot be added to a group once it is shown, so actions wait until the viewer's permissions are
  // loaded.
  const knownActions = place.isPending ? [] : actions;
  if (query.text === '') {
    // Inside a repository, only builds and branches are listed, and the server finds those.
    if (inside) return [];
    const recent = readRecentRepos()
      .filter((slug) => slug !== place.repo?.slug)
      .flatMap((slug) => repos.find((repo) => repo.slug === slug) ?? []);
    return [
      { id: 'actions', title: text.actions, items: knownActions },
      { id: 'tabs', title: text.pagesOf(place.repo?.slug ?? ''), items: pages.tabs },
      { id: 'pages', title: text.pages, items: pages.others },
      { id: 'recent', title: text.recent, items: recent.map(repoItem) },
    ];
  }
  const matching = (items: PaletteItem[]) => items.filter((item) => matches(item, query.text));
  const found = inside ? [] : findRepos(repos, query).slice(0, maxRepos);
  // A number alone never runs an action: it is in the names of all that are about the build.
  const matchingActions = query.number === null ? matching(knownActions) : [];
  return [
    { id: 'numbered', title: text.build, items: numbered },
    { id: 'actions', title: text.actions, items: matchingActions },
    {
      id: 'tabs',
      title: text.pagesOf(place.repo?.slug ?? ''),
      items: matching([...pages.tabs, ...pages.settings]),
    },
    { id: 'pages', title: text.pages, items: inside ? [] : matching(pages.others) },
    { id: 'repos', title: text.repositories, items: found.map(repoItem) },
  ];
}

/** Finds repositories by the whole text, or else by the part of it that names a repository. */
function findRepos(repos: readonly Repo[], { text, repo }: SearchQuery): Repo[] {
  const found = searchRepos(repos, text);
  return found.length > 0 ? found : searchRepos(repos, repo);
}

/**
 * Returns whether each word occurs in the label or the repository's name, and at least one word in the label.
 */
function matches({ label, note }: PaletteItem, text: string): boolean {
  const slug = typeof note === 'string' ? note : '';
  const words = text.split(/\s+/);
  return (
    words.every((word) => hasText(`${label} ${slug}`, word)) &&
    words.some((word) => hasText(label, word))
  );
}

/**
 * Lists builds with the typed number: in the named repositories, or else in the current repository and those
 * with the newest builds. The items appear at once; their details follow when the server has answered.
 */
function useNumberedBuilds(
  { number, repo, text }: SearchQuery,
  current: Repo | undefined,
  repos: readonly Repo[],
): PaletteItem[] {
  const activity = useTexts(activityMessages);
  const candidates = repo ? searchRepos(repos, repo) : searchRepos(repos, '/');
  const others = candidates.filter(({ slug }) => repo || slug !== current?.slug);
  const ordered = repo || !current ? others : [current, ...others];
  const withNumber =
    number === null
      ? []
      : ordered.filter((each) => newestNumber(each) >= number).slice(0, maxNumbered);
  const isSettled = useDebounced(text) === text;
  const builds = useQueries({
    queries: withNumber.map(({ namespace, name }) => ({
      ...buildQuery({ namespace, name }, number ?? 0),
      enabled: isSettled,
      meta: { quiet: true },
    })),
  });
  return withNumber.map(({ slug }, at) =>
    numberItem(slug, number ?? 0, builds[at]?.data, activity.untitled),
  );
}

function newestNumber({ counter, build }: Repo): number {
  return Math.max(counter, build?.number ?? 0);
}
