import type { Estimate, Stage } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { useNowSec } from '../../lib/use-now.ts';
import { estimatesQuery, repoEstimatesQuery } from './estimate-queries.ts';
import { estimateText } from './estimate-text.ts';
import { estimateMessages } from './messages.ts';

interface TimeLeftProps {
  slug: string;
  build: number;
  /** Set to show it of this stage. */
  stage?: Stage | undefined;
  /** Whether other rows show builds of other repositories. */
  isOfMany?: boolean;
}

/** Shows how long an unfinished build or stage probably takes. Empty if that cannot be estimated. */
export function TimeLeft({ slug, build, stage, isOfMany = false }: TimeLeftProps) {
  const ofRepo = useQuery({ ...repoEstimatesQuery(slug), enabled: !isOfMany });
  const ofAll = useQuery({ ...estimatesQuery(), enabled: isOfMany });
  const found = ofRepo.data?.find((each) => each.build === build);
  if (stage) {
    return (
      <StageLeft stage={stage} times={found?.stages.find((each) => each.stage === stage.number)} />
    );
  }
  const end = isOfMany
    ? ofAll.data?.find((each) => each.slug === slug && each.build === build)?.end
    : found?.end;
  return end ? <Left estimate={end} /> : null;
}

interface StageLeftProps {
  stage: Stage;
  times: { start?: Estimate | undefined; end: Estimate } | undefined;
}

/** Shows when a waiting stage starts, or how long a running one takes. */
function StageLeft({ stage, times }: StageLeftProps) {
  const text = useTexts(estimateMessages);
  if (!times) return null;
  if (stage.started) return <Left estimate={times.end} inWords={text.stageLeft} />;
  return times.start ? <Left estimate={times.start} inWords={text.startsIn} /> : null;
}

interface LeftProps {
  estimate: Estimate;
  inWords?: (amount: string) => string;
}

function Left({ estimate, inWords }: LeftProps) {
  const text = useTexts(estimateMessages);
  const { left, range } = estimateText(estimate, useNowSec(true), text, inWords);
  return <span title={range}>{left}</span>;
}
