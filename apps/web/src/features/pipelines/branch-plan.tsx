import type { Build, FilePlan, PlannedBuild } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { describeFailure } from '../../api/api-error.ts';
import { useBranchSuggestions } from '../../api/branch-search.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { branchFileQuery, filePlanQuery } from '../../api/pipeline-plan-queries.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { planMessages } from '../../domain-ui/plan-messages.ts';
import { PlannedStages } from '../../domain-ui/planned-stages.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { useAddressParameters } from '../../lib/use-address-parameters.ts';
import { Button } from '../../ui/button.tsx';
import { ComboboxFilter } from '../../ui/combobox-filter.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Notice } from '../../ui/notice.tsx';
import { pipelinesMessages } from './messages.ts';
import css from './pipelines.module.css';
import { toBuild } from './planned-build.ts';

/** Id of the form that asks about a commit, further down on the page. */
export const questionId = 'commit-question';

interface BranchPlanProps {
  repo: RepoName;
  /** Draws the stages of a build. */
  renderGraph: (build: Pick<Build, 'stages'>) => ReactNode;
}

/** Shows what the pipeline file of a branch does for each event. Branch and event are in the address. */
export function BranchPlan({ repo, renderGraph }: BranchPlanProps) {
  const text = useTexts(pipelinesMessages);
  const [parameters, change] = useAddressParameters();
  const suggestions = useBranchSuggestions(repo);
  const branch = parameters.get('branch') ?? '';
  const { data: file, error, refetch } = useQuery(branchFileQuery(repo, branch));
  return (
    <section className={css.plan} aria-label={text.title}>
      <div className={css.head}>
        <div className={css.branch}>
          <ComboboxFilter
            label={text.branch}
            value={branch}
            {...suggestions}
            onChange={(chosen) => change({ branch: chosen })}
          />
        </div>
        <Button onClick={goToQuestion}>{text.why}</Button>
      </div>
      {error && (
        <LoadFailure title={text.loadFailed} {...describeFailure(error)} onRetry={refetch} />
      )}
      {!file && !error && <ListSkeleton />}
      {file?.text === '' && <EmptyState title={text.noFile(file.path, file.branch)} detail="" />}
      {file && file.text !== '' && (
        <>
          <p className={css.intro}>
            {text.intro(file.path, file.branch)}{' '}
            <Link to={paths.repoSettings(`${repo.namespace}/${repo.name}`, 'pipeline')}>
              {text.edit}
            </Link>
          </p>
          <EventPlans
            repo={repo}
            file={{ text: file.text, branch: file.branch }}
            path={file.path}
            renderGraph={renderGraph}
          />
        </>
      )}
    </section>
  );
}

function goToQuestion(): void {
  document.getElementById(questionId)?.querySelector('input')?.focus();
}

interface EventPlansProps extends BranchPlanProps {
  file: { text: string; branch: string };
  path: string;
}

function EventPlans({ repo, file, path, renderGraph }: EventPlansProps) {
  const text = useTexts(pipelinesMessages);
  const planText = useTexts(planMessages);
  const [parameters, change] = useAddressParameters();
  const { data: plan, error, refetch } = useQuery(filePlanQuery(repo, file));
  if (error)
    return <LoadFailure title={text.planFailed} {...describeFailure(error)} onRetry={refetch} />;
  if (!plan) return <ListSkeleton />;
  const wanted = parameters.get('event');
  const shown = plan.builds.find(({ event }) => event === wanted) ?? plan.builds[0];
  return (
    <>
      {plan.left_out.length > 0 && <Notice tone="neutral">{planText.extensions}</Notice>}
      <Findings problems={plan.problems} path={path} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend */}
      <div className={css.events} role="group" aria-label={planText.event}>
        {plan.builds.map((build) => (
          <Button
            key={build.event}
            kind="ghost"
            size="small"
            aria-pressed={build === shown}
            onClick={() => change({ event: build.event })}
          >
            {planText.events[build.event]}
          </Button>
        ))}
      </div>
      {shown && <EventPlan build={shown} renderGraph={renderGraph} />}
    </>
  );
}

interface EventPlanProps extends Pick<BranchPlanProps, 'renderGraph'> {
  build: PlannedBuild;
}

function EventPlan({ build, renderGraph }: EventPlanProps) {
  return (
    <>
      {build.pipelines.length > 0 && (
        <div key={build.event} className={css.graph}>
          {renderGraph(toBuild(build))}
        </div>
      )}
      <PlannedStages build={build} />
    </>
  );
}

export function Findings({ problems, path }: { problems: FilePlan['problems']; path: string }) {
  const text = useTexts(pipelinesMessages);
  if (problems.length === 0) return null;
  return (
    <ul className={css.problems} aria-label={text.findings}>
      {problems.map(({ severity, file = path, line, column, message }) => (
        <li key={`${file} ${line} ${column} ${message}`} data-severity={severity}>
          <span className={css.place}>{text.place(file, line)}</span> {message}
        </li>
      ))}
    </ul>
  );
}
