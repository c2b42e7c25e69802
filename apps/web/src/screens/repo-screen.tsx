import { lazyPart } from '../domain-ui/lazy-part.tsx';
import { BuildSummary } from '../features/build-trends/build-summary.tsx';
import { RepoBuilds } from '../features/find-builds/repo-builds.tsx';
import { canWriteRepo } from '../features/repos/repo-permissions.ts';
import { useCurrentUser } from '../features/sign-in/session-queries.ts';
import { loadStarters } from '../features/starters/load-starters.ts';
import { hasServerExtras } from '../lib/server-kind.ts';
import { OnDemand } from '../ui/on-demand.tsx';
import { ActiveRepoTab } from './active-repo-tab.tsx';
import { renderTimeLeft } from './render-time-left.tsx';

const SelectedBuilds = lazyPart(
  () => import('../features/change-builds/selected-builds.tsx'),
  'SelectedBuilds',
);

export function RepoScreen() {
  const { data: user } = useCurrentUser();
  return (
    <ActiveRepoTab
      title={(slug) => slug}
      content={(name, repo) => (
        <>
          <RepoBuilds
            repo={name}
            renderSummary={({ found, ...listed }) => (
              <BuildSummary
                {...listed}
                slug={`${name.namespace}/${name.name}`}
                totalBuilds={listed.isFiltered ? found : repo?.counter}
              />
            )}
            renderTimeLeft={renderTimeLeft}
            renderSelected={
              canWriteRepo(repo, user)
                ? ({ selection: { chosen, choose, end }, ...list }) => (
                    <SelectedBuilds
                      {...list}
                      repo={name}
                      chosen={chosen}
                      onChoose={choose}
                      onEnd={end}
                    />
                  )
                : undefined
            }
          />
          {user && repo?.counter === 0 && canWriteRepo(repo, user) && hasServerExtras() && (
            <OnDemand load={loadStarters}>
              {({ StarterPanel }) => <StarterPanel repo={repo} user={user} />}
            </OnDemand>
          )}
        </>
      )}
    />
  );
}
