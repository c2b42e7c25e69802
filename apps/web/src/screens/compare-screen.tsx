import type { Build } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { describeFailure, isMissing, isUnauthorized } from '../api/api-error.ts';
import { buildQuery } from '../api/build-queries.ts';
import { Breadcrumb } from '../domain-ui/breadcrumb.tsx';
import { readNumber } from '../domain-ui/build-address.ts';
import { buildMessages } from '../domain-ui/build-messages.ts';
import { LoadFailure } from '../domain-ui/load-failure.tsx';
import { Page } from '../domain-ui/page.tsx';
import { PageHead } from '../domain-ui/page-head.tsx';
import { repoMessages } from '../domain-ui/repo-messages.ts';
import { ChooseBuilds } from '../features/compare/choose-builds.tsx';
import css from '../features/compare/compare.module.css';
import { usualDurationsQuery } from '../features/compare/compare-queries.ts';
import { CompareTable } from '../features/compare/compare-table.tsx';
import type { ComparedRow } from '../features/compare/compare-view.ts';
import { FactTable } from '../features/compare/fact-table.tsx';
import { FileDiff } from '../features/compare/file-diff.tsx';
import { LogDifference } from '../features/compare/log-difference.tsx';
import { compareMessages } from '../features/compare/messages.ts';
import { pipelineFileQuery } from '../features/pipeline-file/pipeline-file-query.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import { paths } from '../lib/paths.ts';
import { hasExtras } from '../lib/server-extras.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Section } from '../ui/section.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { useRepoParams } from './use-repo-params.ts';

export function CompareScreen() {
  const { namespace = '', name = '', ...pair } = useRepoParams();
  const [before, after] = [readNumber(pair.before), readNumber(pair.after)];
  if (!before || !after) return <NotFoundScreen />;
  return <ComparedBuilds {...{ namespace, name, before, after }} />;
}

interface ComparedBuildsProps {
  namespace: string;
  name: string;
  before: number;
  after: number;
}

/** Two builds of a repository side by side. */
function ComparedBuilds({ namespace, name, before, after }: ComparedBuildsProps) {
  const repoText = useTexts(repoMessages);
  const buildText = useTexts(buildMessages);
  const text = useTexts(compareMessages);
  const navigate = useNavigate();
  const repo = { namespace, name };
  const slug = `${namespace}/${name}`;
  const old = useQuery(buildQuery(repo, before));
  const now = useQuery(buildQuery(repo, after));
  usePageTitle(text.page(before, after, slug));
  const failed = [old, now].find(({ data, error }) => error && !data);
  const isOther = [old, now].some(({ data }) => data && !hasExtras(data));
  const missing = [old, now].map(({ error }) => isMissing(error));
  if (isOther || missing.every(Boolean) || isUnauthorized(failed?.error)) {
    return <NotFoundScreen />;
  }
  return (
    <>
      <PageHead
        breadcrumb={
          <Breadcrumb
            crumbs={[
              { label: repoText.repositories, to: paths.home },
              { label: slug, to: paths.repo(slug) },
              { label: buildText.builds, to: paths.repo(slug) },
              { label: text.compare },
            ]}
          />
        }
        title={text.title(before, after)}
        details={
          <ChooseBuilds
            before={before}
            after={after}
            onChoose={(one, other) => navigate(paths.compare(slug, one, other))}
          />
        }
      />
      <Page>
        {missing.some(Boolean) ? (
          <EmptyState title={text.missing(missing[0] ? before : after)} detail={text.missingHint} />
        ) : failed ? (
          <LoadFailure
            title={text.failed}
            {...describeFailure(failed.error)}
            onRetry={() => {
              void old.refetch();
              void now.refetch();
            }}
          />
        ) : (
          <div className={css.content}>
            <Comparison repo={repo} before={old.data} after={now.data} />
          </div>
        )}
      </Page>
    </>
  );
}

interface ComparisonProps {
  repo: { namespace: string; name: string };
  before: Build | undefined;
  after: Build | undefined;
}

function Comparison({ repo, before, after }: ComparisonProps) {
  const text = useTexts(compareMessages);
  const slug = `${repo.namespace}/${repo.name}`;
  const later = Math.max(before?.number ?? 1, after?.number ?? 1);
  const usual = useQuery({
    ...usualDurationsQuery({ ...repo, build: later }),
    enabled: before !== undefined && after !== undefined,
  });
  if (!before || !after) return <Loading />;
  return (
    <>
      <Section title={text.facts}>
        <FactTable
          before={before}
          after={after}
          renderBuild={({ number }) => <Link to={paths.build(slug, number)}>#{number}</Link>}
        />
      </Section>
      <Section title={text.stages}>
        <CompareTable
          before={before}
          after={after}
          usual={usual.data ?? []}
          renderAction={(row) => <LogsLink row={row} />}
        />
      </Section>
      <ChosenLogs repo={repo} before={before} after={after} />
      <Section title={text.file}>
        <PipelineFiles repo={repo} before={before.number} after={after.number} />
      </Section>
    </>
  );
}

/** URL parameters of the step whose logs are compared. */
const chosenStage = 'stage';
const chosenStep = 'step';

function LogsLink({ row: { stage, step, before, after } }: { row: ComparedRow }) {
  const text = useTexts(compareMessages);
  const [search] = useSearchParams();
  if (step === undefined || !before?.started || !after?.started) return null;
  const isChosen = search.get(chosenStage) === stage && search.get(chosenStep) === step;
  return (
    <Link
      className={buttonClass({ kind: 'ghost', size: 'small' })}
      to={{ search: `?${new URLSearchParams({ [chosenStage]: stage, [chosenStep]: step })}` }}
      aria-current={isChosen || undefined}
      aria-label={text.compareLogs(stage, step)}
      replace
      preventScrollReset
    >
      {text.logs}
    </Link>
  );
}

function ChosenLogs({ repo, before, after }: ComparisonProps & { before: Build; after: Build }) {
  const text = useTexts(compareMessages);
  const [search] = useSearchParams();
  const stageName = search.get(chosenStage);
  const stage = after.stages?.find(({ name }) => name === stageName);
  const step = stage?.steps?.find(({ name }) => name === search.get(chosenStep));
  const section = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (step) section.current?.scrollIntoView({ block: 'nearest' });
  }, [step]);
  if (!stage || !step) return null;
  return (
    <div ref={section}>
      <Section title={text.logsOf(stage.name, step.name)}>
        <LogDifference
          repo={repo}
          after={{ build: after.number, stage: stage.number, step: step.number }}
          before={before.number}
        />
      </Section>
    </div>
  );
}

function PipelineFiles(props: { repo: ComparisonProps['repo']; before: number; after: number }) {
  const { repo, before, after } = props;
  const text = useTexts(compareMessages);
  const old = useQuery(pipelineFileQuery({ ...repo, build: before }));
  const now = useQuery(pipelineFileQuery({ ...repo, build: after }));
  const failed = [old, now].find(({ data, error }) => error && !data);
  if (failed && isMissing(failed.error)) return <p>{text.fileMissing}</p>;
  if (failed) {
    return (
      <LoadFailure
        title={text.failed}
        {...describeFailure(failed.error)}
        onRetry={() => {
          void old.refetch();
          void now.refetch();
        }}
      />
    );
  }
  if (!old.data || !now.data) return <Skeleton width="100%" height={120} />;
  return <FileDiff before={old.data.text} after={now.data.text} />;
}

function Loading() {
  const text = useTexts(compareMessages);
  return (
    <>
      <Section title={text.facts}>
        <Skeleton width="100%" height={330} />
      </Section>
      <Section title={text.stages}>
        <Skeleton width="100%" height={200} />
      </Section>
    </>
  );
}
