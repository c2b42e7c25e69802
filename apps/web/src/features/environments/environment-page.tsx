import type { Build, Environment } from '@millrace/contract/api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Rocket } from 'lucide';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { describeFailure } from '../../api/api-error.ts';
import { buildQuery, deploymentsQuery, type RepoName } from '../../api/build-queries.ts';
import { useRefetchOnBuilds } from '../../api/use-refetch-on-builds.ts';
import { compareLinkMessages } from '../../domain-ui/build-messages.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CommitChanges } from './commit-changes.tsx';
import { CurrentDeployment, LoadingDeployment } from './current-deployment.tsx';
import type { DeployRequest } from './deploy-request.ts';
import { DeploymentHistory } from './deployment-history.tsx';
import { environmentKey, environmentQuery } from './environment-queries.ts';
import css from './environments.module.css';
import { environmentMessages } from './messages.ts';
import { PromoteButton } from './promote-button.tsx';
import { WaitingBuild } from './waiting-build.tsx';

interface EnvironmentPageProps {
  repo: RepoName;
  target: string;
  /** Undefined while the repository is loading. */
  defaultBranch: string | undefined;
  /** Undefined while the repository or the account is loading. */
  canWrite: boolean | undefined;
  /** Opens the dialog for deployments. */
  onDeploy: (request: DeployRequest) => void;
}

/** An environment: what runs there, what changed, what waits, and its history. Updated while builds run. */
export function EnvironmentPage(props: EnvironmentPageProps) {
  const { repo, target, defaultBranch, canWrite, onDeploy } = props;
  const text = useTexts(environmentMessages);
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(environmentQuery(repo, target));
  useRefetchOnBuilds(
    repo,
    environmentKey(repo, target),
    (build) => build.deploy_to === target || build.target === defaultBranch,
  );
  const deployed = data?.source ?? data?.current;
  const rollBack = async (deployment: Build) => {
    // The build that was deployed may be deleted. Its deployment has the same commit.
    const build = await client
      .fetchQuery({ ...buildQuery(repo, deployment.parent ?? 0), meta: { quiet: true } })
      .catch(() => deployment);
    onDeploy({ action: 'rollback', target, build });
  };
  return (
    <div className={css.page}>
      <div className={css.head}>
        <h2 className={css.heading}>
          <Icon icon={Rocket} />
          <span>{target}</span>
        </h2>
        {canWrite !== false && (
          <div className={css.actions}>
            {canWrite && data && (
              <Actions
                repo={repo}
                target={target}
                build={data.waiting ?? deployed}
                deployed={deployed}
                onDeploy={onDeploy}
              />
            )}
          </div>
        )}
      </div>
      {data ? (
        <State
          repo={repo}
          environment={data}
          defaultBranch={defaultBranch ?? ''}
          onDeploy={
            canWrite ? (build) => onDeploy({ action: 'promote', target, build }) : undefined
          }
        />
      ) : error ? (
        <LoadFailure title={text.loadFailed} {...describeFailure(error)} onRetry={refetch} />
      ) : (
        <Loading />
      )}
      <Section title={text.history}>
        <DeploymentHistory
          repo={repo}
          target={target}
          environment={data}
          canWrite={canWrite === true}
          onRollBack={rollBack}
        />
      </Section>
    </div>
  );
}

interface ActionsProps {
  repo: RepoName;
  target: string;
  /** Build that the dialog offers first. */
  build: Build | undefined;
  /** Build that runs in the environment. */
  deployed: Build | undefined;
  onDeploy: (request: DeployRequest) => void;
}

function Actions({ repo, target, build, deployed, onDeploy }: ActionsProps) {
  const text = useTexts(environmentMessages);
  const { data: deployments = [], isPending } = useQuery(deploymentsQuery(repo));
  // One button after another would move the first.
  if (isPending) return null;
  const others = deployments
    .flatMap(({ deploy_to }) => deploy_to ?? [])
    .filter((other) => other !== target)
    .sort();
  return (
    <>
      {deployed && (
        <PromoteButton
          targets={others}
          onPromote={(other) => onDeploy({ action: 'promote', target: other, build: deployed })}
        />
      )}
      {build && (
        <Button kind="primary" onClick={() => onDeploy({ action: 'promote', target, build })}>
          {text.deploy}
        </Button>
      )}
    </>
  );
}

interface StateProps {
  repo: RepoName;
  environment: Environment;
  defaultBranch: string;
  onDeploy: ((build: Build) => void) | undefined;
}

function State({ repo, environment, defaultBranch, onDeploy }: StateProps) {
  const text = useTexts(environmentMessages);
  const { current, previous, waiting } = environment;
  const slug = `${repo.namespace}/${repo.name}`;
  return (
    <>
      <Section title={text.running}>
        <CurrentDeployment slug={slug} environment={environment} />
      </Section>
      <Section
        title={text.changes}
        action={
          current && previous && <CompareLink slug={slug} before={previous} after={current} />
        }
      >
        <Box>
          {current && previous ? (
            <CommitChanges repo={repo} before={previous} after={current} />
          ) : (
            <p className={css.hint}>{text.noPrevious}</p>
          )}
        </Box>
      </Section>
      <Section
        title={text.waiting}
        action={waiting && current && <CompareLink slug={slug} before={current} after={waiting} />}
      >
        <Box>
          <WaitingBuild
            repo={repo}
            environment={environment}
            defaultBranch={defaultBranch}
            onDeploy={onDeploy}
          />
        </Box>
      </Section>
    </>
  );
}

function CompareLink({ slug, before, after }: { slug: string; before: Build; after: Build }) {
  const text = useTexts(compareLinkMessages);
  return (
    <Link className={css.linked} to={paths.compare(slug, before.number, after.number)}>
      {text.compareWith(before.number)}
    </Link>
  );
}

function Box({ children }: { children: ReactNode }) {
  return <div className={css.box}>{children}</div>;
}

/** Has the usual height of the sections. */
function Loading() {
  const text = useTexts(environmentMessages);
  return (
    <>
      <Section title={text.running}>
        <Box>
          <LoadingDeployment />
        </Box>
      </Section>
      <Section title={text.changes}>
        <Box>
          <p>
            <Skeleton width="60%" />
          </p>
        </Box>
      </Section>
      <Section title={text.waiting}>
        <Box>
          <p className={css.waiting}>
            <Skeleton width="40%" />
          </p>
          <p>
            <Skeleton width="60%" />
          </p>
        </Box>
      </Section>
    </>
  );
}
