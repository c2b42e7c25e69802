import type { Build } from '@millrace/contract/api';
import { useLocation, useNavigate } from 'react-router';
import { consoleState } from '../domain-ui/build-address.ts';
import { writeLineRange } from '../features/console/line-range.ts';
import { revealState } from '../features/console/use-line-link.ts';
import { LogSearchPanel } from '../features/log-search/log-search-panel.tsx';
import type { SearchedBuild } from '../features/log-search/log-search-queries.ts';
import type { PlacedHit } from '../features/log-search/log-search-view.ts';
import { paths } from '../lib/paths.ts';
import type { BuildLogSearch } from './build-log-search.tsx';

const hitState = { ...consoleState, ...revealState };

interface LogSearchProps {
  search: BuildLogSearch;
  repo: SearchedBuild;
  build: Build;
  /** Whether the log is visible beside the search. */
  isBesideLog: boolean;
}

/** The search in all logs of a build, whose hits open the log. */
export function LogSearch({ search, repo, build, isBesideLog }: LogSearchProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const slug = `${repo.namespace}/${repo.name}`;
  const linkTo = ({ stage, step, hit }: PlacedHit) =>
    paths.build(slug, build.number, stage, step) +
    location.search +
    writeLineRange({ from: hit.pos, to: hit.pos });
  return (
    <LogSearchPanel
      repo={repo}
      build={build}
      query={search.query}
      onChange={search.change}
      onClose={search.close}
      linkTo={linkTo}
      linkState={hitState}
      onShow={
        isBesideLog ? (hit) => navigate(linkTo(hit), { replace: true, state: hitState }) : null
      }
    />
  );
}
