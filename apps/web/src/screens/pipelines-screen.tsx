import type { Build } from '@millrace/contract/api';
import { useState } from 'react';
import { lazyPart } from '../domain-ui/lazy-part.tsx';
import { BranchPlan } from '../features/pipelines/branch-plan.tsx';
import { CommitQuestion } from '../features/pipelines/commit-question.tsx';
import { pipelinesMessages } from '../features/pipelines/messages.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import { hasServerExtras } from '../lib/server-kind.ts';
import { ActiveRepoTab } from './active-repo-tab.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';

const BuildGraph = lazyPart(() => import('../features/graph/build-graph.tsx'), 'BuildGraph');

export function PipelinesScreen() {
  const text = useTexts(pipelinesMessages);
  if (!hasServerExtras()) return <NotFoundScreen />;
  return (
    <ActiveRepoTab
      title={(slug) => `${text.title} - ${slug}`}
      content={(repo) => (
        <>
          <BranchPlan repo={repo} renderGraph={(build) => <PlannedGraph build={build} />} />
          <CommitQuestion repo={repo} />
        </>
      )}
    />
  );
}

/** The graph of a planned build, in which a stage can be selected to see its steps. */
function PlannedGraph({ build }: { build: Pick<Build, 'stages'> }) {
  const [stage, setStage] = useState(1);
  const [step, setStep] = useState(1);
  return (
    <BuildGraph
      build={build}
      stage={stage}
      step={step}
      onStage={(chosen) => {
        setStage(chosen);
        setStep(1);
      }}
      onStep={(_, chosen) => setStep(chosen)}
    />
  );
}
