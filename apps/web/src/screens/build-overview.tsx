import type { Build } from '@millrace/contract/api';
import { useNavigate } from 'react-router';
import { buildPath, consoleState } from '../domain-ui/build-address.ts';
import type { Selection } from '../domain-ui/build-stages.ts';
import { lazyPart } from '../domain-ui/lazy-part.tsx';
import { StepLink } from '../domain-ui/step-link.tsx';
import type { BuildView } from '../features/build-page/build-view.ts';
import type { LogAddress } from '../features/console/engine/open-log.ts';
import { usePageMessages } from '../lib/i18n/messages.tsx';
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
const TestPanel = lazyPart(() => import('../features/tests/test-panel.tsx'), 'TestPanel');
const CardList = lazyPart(() => import('../features/cards/card-list.tsx'), 'CardList');
const LogEnd = lazyPart(() => import('../features/console/log-end.tsx'), 'LogEnd');
const StepDrawer = lazyPart(() => import('../features/stages/step-drawer.tsx'), 'StepDrawer');

/** Shows the details of the step that the address names. */
const detailsParameter = 'details';

interface BuildOverviewProps {
  address: LogAddress;
  build: Build | undefined;
  selection: Selection | undefined;
  view: Exclude<BuildView, 'logs'>;
  /** Whether the account may delete what the build left. */
  canDelete: boolean;
  onStreamEnd: () => void;
}

/** The build as a graph, with what there is to say of a step, on an axis of time, its tests, files or cards. */
export function BuildOverview(props: BuildOverviewProps) {
  const { address, build, selection, view, canDelete, onStreamEnd } = props;
  const { namespace, name } = address;
  const { tests: text } = usePageMessages();
  const navigate = useNavigate();
  const [parameters, change] = useAddressParameters();
  const isDrawerOpen = parameters.has(detailsParameter);
  const slug = `${namespace}/${name}`;
  if (view === 'cards') {
    return <CardList namespace={namespace} name={name} build={build} attempt={address.attempt} />;
  }
  if (!build) return null;
  if (view === 'summary') {
    return <SummaryList repo={{ namespace, name }} build={build} attempt={address.attempt} />;
  }
  if (view === 'pipeline') {
    return <PipelineFileView build={{ namespace, name, build: build.number }} />;
  }
  if (view === 'files') {
    const { attempt } = address;
    return (
      <BuildFiles
        address={{ namespace, name, build: build.number, attempt }}
        build={build}
        canDelete={canDelete}
      />
    );
  }
  if (view === 'timeline') {
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
  if (view === 'tests') {
    return (
      <TestPanel
        key={build.attempt}
        repo={{ namespace, name }}
        build={build}
        renderLogLink={(stage, step) => (
          <StepLink to={buildPath(slug, build, stage, step)}>{text.openLog}</StepLink>
        )}
      />
    );
  }
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
          isOpen={isDrawerOpen}
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
