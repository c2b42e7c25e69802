import { useInfiniteQuery } from '@tanstack/react-query';
import { buildListQuery, type RepoName } from '../../api/build-queries.ts';
import { servedConfig } from '../../lib/page-config.ts';
import { hasExtras } from '../../lib/server-extras.ts';
import { BuildFilterBar } from './build-filter-bar.tsx';
import { BuildList } from './build-list.tsx';
import type { RenderTimeLeft } from './build-row.tsx';
import { FoundBuildList } from './found-build-list.tsx';
import { useBuildFilter } from './use-build-filter.ts';
import type { RenderSelected } from './use-build-selection.ts';

/** Lists the builds of a repository, with filters. */
interface RepoBuildsProps {
  repo: RepoName;
  renderTimeLeft: RenderTimeLeft;
  /** Undefined if the viewer may not change builds. */
  renderSelected?: RenderSelected | undefined;
}

export function RepoBuilds({ repo, renderTimeLeft, renderSelected }: RepoBuildsProps) {
  const [filter, setFilter] = useBuildFilter();
  const { data, isError } = useInfiniteQuery(buildListQuery(repo));
  const newest = data?.pages[0]?.[0];
  const isFiltered = Object.keys(filter).length > 0;
  const isEmpty = isError || (data && !newest);
  const canFind = hasExtras(newest) || (servedConfig?.extras && !isEmpty);
  const list = <BuildList {...{ repo, renderTimeLeft, renderSelected }} />;
  if (!canFind) return list;
  return (
    <>
      <BuildFilterBar scope={repo} filter={filter} onChange={setFilter} />
      {isFiltered ? (
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
