import type { Estimate } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useEstimateMessages } from '../../lib/i18n/estimate-messages.ts';
import { useNowSec } from '../../lib/use-now.ts';
import { estimatesQuery, repoEstimatesQuery } from './estimate-queries.ts';
import { estimateText } from './estimate-text.ts';

interface TimeLeftProps {
  slug: string;
  build: number;
  /** Whether other rows show builds of other repositories. */
  isOfMany?: boolean;
}

/** Shows how long an unfinished build probably takes. Empty if that cannot be estimated. */
export function TimeLeft({ slug, build, isOfMany = false }: TimeLeftProps) {
  const ofRepo = useQuery({ ...repoEstimatesQuery(slug), enabled: !isOfMany });
  const ofAll = useQuery({ ...estimatesQuery(), enabled: isOfMany });
  const end = isOfMany
    ? ofAll.data?.find((each) => each.slug === slug && each.build === build)?.end
    : ofRepo.data?.find((each) => each.build === build)?.end;
  return end ? <Left estimate={end} /> : null;
}

function Left({ estimate }: { estimate: Estimate }) {
  const text = useEstimateMessages();
  const { left, range } = estimateText(estimate, useNowSec(true), text);
  return <span title={range}>{left}</span>;
}
