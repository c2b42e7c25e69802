import type { Build, Repo, Stage } from '@millrace/contract/api';
import { errorText } from '../api/api-error.ts';
import { buildMessages } from '../domain-ui/build-messages.ts';
import type { Selection } from '../domain-ui/build-stages.ts';
import { lazyPart } from '../domain-ui/lazy-part.tsx';
import { ReadNotice } from '../domain-ui/read-notice.tsx';
import type { LogAddress } from '../features/console/engine/open-log.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import { Notice } from '../ui/notice.tsx';
import css from './build-screen.module.css';
import type { BuildScreenState } from './build-screen-state.ts';
import { BuildWorkspace } from './build-workspace.tsx';

/** The views beside the log, which a failed build opens with. */
const BuildOverview = lazyPart(() => import('./build-overview.tsx'), 'BuildOverview');
const plainProblem = ({ message }: { message: string }) => <Notice tone="danger">{message}</Notice>;
const PipelineProblem = lazyPart(
  () => import('../features/pipeline-file/pipeline-problem.tsx'),
  'PipelineProblem',
  { instead: plainProblem, missing: plainProblem },
);

interface BuildContentProps {
  state: Exclude<BuildScreenState, { kind: 'notFound' }>;
  address: LogAddress;
  repo: Repo | undefined;
  build: Build | undefined;
  selection: Selection | undefined;
  /** Whether the viewer may approve and decline stages. */
  canDecide: (stage: Stage) => boolean;
  /** Whether the viewer may delete logs and artifacts. */
  canDelete: boolean;
  /** Whether the log fills the window. */
  isFull: boolean;
  toggleFull: () => void;
  onStreamEnd: () => void;
  /** Retries the failed request. */
  onRetry: () => Promise<unknown>;
}

/** The build page below its header. */
export function BuildContent({ state, repo, canDecide, onRetry, ...rest }: BuildContentProps) {
  const text = useTexts(buildMessages);
  const { namespace, name, build } = rest.address;
  switch (state.kind) {
    case 'failedRead':
      return (
        <div className={css.message}>
          <ReadNotice message={errorText(state.error) || text.unknownError} onRetry={onRetry} />
        </div>
      );
    case 'brokenPipeline':
      return (
        <div className={css.message}>
          <PipelineProblem
            build={{ namespace, name, build }}
            path={repo?.config_path ?? ''}
            message={state.message}
          />
        </div>
      );
    case 'problem':
      return (
        <div className={css.message}>
          <Notice tone="danger">{state.message ?? text.unknownError}</Notice>
        </div>
      );
    case 'overview':
      return <BuildOverview {...rest} view={state.view} />;
    case 'log':
      return <BuildWorkspace {...rest} canDecide={canDecide} />;
  }
}
