import type { Build } from '@millrace/contract/api';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { joinBuildPages } from '../../api/build-live-update.ts';
import { buildListQuery, type RepoName } from '../../api/build-queries.ts';
import { servedConfig } from '../../lib/page-config.ts';
import { hasExtras } from '../../lib/server-extras.ts';
import { BuildFilterBar } from './build-filter-bar.tsx';
import { BuildList } from './build-list.tsx';
import type { RenderTimeLeft } from './build-row.tsx';
import { FoundBuildList } from './found-build-list.tsx';
import { buildCountsQuery, foundBuildsQuery } from './found-build-queries.ts';
import { joinFoundPages } from './found-builds.ts';
import { useBuildFilter } from './use-build-filter.ts';
import type { RenderSelected } from './use-build-selection.ts';

/** The builds that are listed, newest first. */
interface ListedBuilds {
  /** Undefined until they are loaded. */
  builds: Build[] | undefined;
  /** Number of builds that match the filter; undefined without a filter, and until it is known. */
  found: number | undefined;
  isFiltered: boolean;
}

interface RepoBuildsProps {
  repo: RepoName;
  /** Renders a summary of the listed builds, above the filters. */
  renderSummary: (listed: ListedBuilds) => ReactNode;
  renderTimeLeft: RenderTimeLeft;
  /** Undefined if the viewer may not change builds. */
  renderSelected?: RenderSelected | undefined;
}

/** Lists the builds of a repository, with filters. */
export function RepoBuilds(props: RepoBuildsProps) {
  const { repo, renderSummary, renderTimeLeft, renderSelected } = props;
  const [filter, setFilter] = useBuildFilter();
  const { data, isError } = useInfiniteQuery(buildListQuery(repo));
  const newest = data?.pages[0]?.[0];
  const isFiltered = Object.keys(filter).length > 0;
  const isEmpty = isError || (data && !newest);
  const canFind = hasExtras(newest) || (servedConfig?.extras && !isEmpty);
  const isFinding = canFind === true && isFiltered;
  const found = useInfiniteQuery({ ...foundBuildsQuery(repo, filter), enabled: isFinding });
  const counts = useQuery({ ...buildCountsQuery(repo, filter), enabled: isFinding });
  const builds = isFinding
    ? found.data && joinFoundPages(found.data.pages).map(({ build }) => build)
    : data && joinBuildPages(data.pages);
  const summary = renderSummary({ builds, found: counts.data?.total, isFiltered: isFinding });
  const hasSummary = builds !== undefined || !(isFinding ? found.isError : isError);
  const list = <BuildList {...{ repo, renderTimeLeft, renderSelected }} />;
  if (!canFind) {
    return (
      <>
        {hasSummary && summary}
        {list}
      </>
    );
  }
  return (
    <>
      {hasSummary && summary}
      <BuildFilterBar scope={repo} filter={filter} onChange={setFilter} />
      {isFinding ? (
        <FoundBuildList
          scope={repo}
          filter={filter}
          onClear={() => setFilter({})}
          renderTimeLeft={renderTimeLeft}
          renderSelected={renderSelected}
        />
      ) : (
        list
      )}
    </>
  );
}
