import type { Build } from '@millrace/contract/api';
import { useNavigate } from 'react-router';
import type { RepoName } from '../api/build-queries.ts';
import { buildPath, consoleState } from '../domain-ui/build-address.ts';
import type { Selection } from '../domain-ui/build-stages.ts';
import { lazyPart } from '../domain-ui/lazy-part.tsx';
import { StepLink } from '../domain-ui/step-link.tsx';
import type { BuildView } from '../features/build-page/build-view.ts';
import type { LogAddress } from '../features/console/engine/open-log.ts';
import { testMessages } from '../features/test-reports/messages.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import { paths } from '../lib/paths.ts';
import { useAddressParameters, withParameters } from '../lib/use-address-parameters.ts';

const BuildGraph = lazyPart(() => import('../features/graph/build-graph.tsx'), 'BuildGraph');
const BuildTimeline = lazyPart(
  () => import('../features/timeline/build-timeline.tsx'),
  'BuildTimeline',
);
const BuildFiles = lazyPart(() => import('../features/artifacts/build-files.tsx'), 'BuildFiles');
const SummaryList = lazyPart(() => import('../features/summaries/summary-list.tsx'), 'SummaryList');
const PipelineFileView = lazyPart(
  () => import('../features/pipeline-file/pipeline-file-view.tsx'),
  'PipelineFileView',
);
const TestPanel = lazyPart(() => import('../features/test-reports/test-panel.tsx'), 'TestPanel');
const CardList = lazyPart(() => import('../features/cards/card-list.tsx'), 'CardList');
const LogEnd = lazyPart(() => import('../features/console/log-end.tsx'), 'LogEnd');
const StepDrawer = lazyPart(() => import('../features/stages/step-drawer.tsx'), 'StepDrawer');

/** URL parameter that opens the details of the step in the URL. */
const detailsParameter = 'details';

interface BuildOverviewProps {
  address: LogAddress;
  build: Build | undefined;
  selection: Selection | undefined;
  view: Exclude<BuildView, 'logs'>;
  /** Whether the viewer may delete artifacts. */
  canDelete: boolean;
  onStreamEnd: () => void;
}

/** A view of a build, except for the log view. */
export function BuildOverview(props: BuildOverviewProps) {
  const { address, build, view, canDelete } = props;
  const { namespace, name, attempt } = address;
  const repo = { namespace, name };
  if (view === 'cards') return <CardList {...repo} build={build} attempt={attempt} />;
  if (!build) return null;
  const ofBuild = { ...repo, build: build.number };
  switch (view) {
    case 'summary':
      return <SummaryList repo={repo} build={build} attempt={attempt} />;
    case 'pipeline':
      return <PipelineFileView build={ofBuild} />;
    case 'files':
      return <BuildFiles address={{ ...ofBuild, attempt }} build={build} canDelete={canDelete} />;
    case 'timeline':
      return <TimelineView slug={`${namespace}/${name}`} build={build} />;
    case 'tests':
      return <TestsView repo={repo} build={build} />;
    case 'graph':
      return <GraphView {...props} build={build} />;
  }
}

/** The timeline, with links to the logs of its rows. */
function TimelineView({ slug, build }: { slug: string; build: Build }) {
  return (
    <BuildTimeline
      build={build}
      renderName={({ stage, step, status }, rowName) =>
        status === 'skipped' ? (
          rowName
        ) : (
          <StepLink to={buildPath(slug, build, stage, step ?? 1)}>{rowName}</StepLink>
        )
      }
    />
  );
}

/** The test results, with links to the logs of their steps. */
function TestsView({ repo, build }: { repo: RepoName; build: Build }) {
  const text = useTexts(testMessages);
  const slug = `${repo.namespace}/${repo.name}`;
  return (
    <TestPanel
      key={build.attempt}
      repo={repo}
      build={build}
      renderLogLink={(stage, step) => (
        <StepLink to={buildPath(slug, build, stage, step)}>{text.openLog}</StepLink>
      )}
    />
  );
}

interface GraphViewProps extends BuildOverviewProps {
  build: Build;
}

/** The graph, with the details of the selected step in a drawer. */
function GraphView({ address, build, selection, onStreamEnd }: GraphViewProps) {
  const navigate = useNavigate();
  const [parameters, change] = useAddressParameters();
  const slug = `${address.namespace}/${address.name}`;
  const showInGraph = (stage: number, step: number, details: '' | 'open') =>
    navigate({
      pathname: paths.build(slug, build.number, stage, step),
      search: `?${withParameters(parameters, { view: 'graph', [detailsParameter]: details })}`,
    });
  return (
    <>
      <BuildGraph
        build={build}
        stage={address.stage}
        step={address.step}
        onStage={(stage) => showInGraph(stage, 1, '')}
        onStep={(stage, step) => showInGraph(stage, step, 'open')}
      />
      {selection?.stage && selection.step && (
        <StepDrawer
          stage={selection.stage}
          step={selection.step}
          isOpen={parameters.has(detailsParameter)}
          onClose={() => change({ [detailsParameter]: '' })}
        >
          <LogEnd
            key={`${address.stage}/${address.step}/${selection.stage.attempt}`}
            address={address}
            build={build}
            stage={selection.stage}
            step={selection.step}
            onStreamEnd={onStreamEnd}
            onOpen={() =>
              navigate(buildPath(slug, build, address.stage, address.step), {
                state: consoleState,
              })
            }
          />
        </StepDrawer>
      )}
    </>
  );
}
