import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../api/api-error.ts';
import { buildTitle } from '../../domain-ui/activity-text.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { BuildLink } from './build-link.tsx';
import { branchesQuery, buildListQuery, type RepoName } from './build-queries.ts';
import css from './repo-search-details.module.css';

interface RepoSearchDetailsProps {
  repo: RepoName & { slug: string };
  onOpen: () => void;
}

const shownBuilds = 5;
const shownBranches = 5;

/** The newest builds and branches of a repository that was found. */
export function RepoSearchDetails({ repo, onOpen }: RepoSearchDetailsProps) {
  const { search: text, activity, common } = useMessages();
  const builds = useInfiniteQuery({ ...buildListQuery(repo), meta: { quiet: true } });
  const branches = useQuery({ ...branchesQuery(repo), meta: { quiet: true } });
  const newest = builds.data?.pages[0]?.slice(0, shownBuilds) ?? [];
  if (builds.isPending || branches.isPending) return <p className={css.note}>{common.loading}</p>;
  if (builds.error && !builds.data) {
    return <LoadFailure {...describeFailure(builds.error)} onRetry={builds.refetch} />;
  }
  if (newest.length === 0) return <p className={css.note}>{text.empty}</p>;
  return (
    <div className={css.details}>
      <h3>{text.builds}</h3>
      <ul>
        {newest.map((build) => (
          <li key={build.number}>
            <BuildLink slug={repo.slug} build={build} onClick={onOpen}>
              <StatusIcon status={build.status} />
              <span>
                #{build.number} {buildTitle(build, activity.untitled)}
              </span>
            </BuildLink>
          </li>
        ))}
      </ul>
      {(branches.data?.length ?? 0) > 0 && <h3>{text.branches}</h3>}
      <ul>
        {branches.data?.slice(0, shownBranches).map((build) => (
          <li key={build.target}>
            <BuildLink slug={repo.slug} build={build} onClick={onOpen}>
              <StatusIcon status={build.status} />
              <span>{build.target}</span>
            </BuildLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
