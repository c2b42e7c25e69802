import { type TrendRange, trendRanges } from '@millrace/contract/api';
import { type BuildEvent, buildEvents } from '@millrace/contract/vocabulary';
import { useBranchSuggestions } from '../../api/branch-search.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { findMessages } from '../../domain-ui/find-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { ComboboxFilter } from '../../ui/combobox-filter.tsx';
import { Select } from '../../ui/select.tsx';
import type { TrendChoice } from './trend-address.ts';
import { trendPageMessages } from './trend-page-messages.ts';

interface TrendFiltersProps {
  repo: RepoName;
  choice: TrendChoice;
  onRange: (range: TrendRange) => void;
  onBranch: (branch: string) => void;
  onEvent: (event: BuildEvent | '') => void;
}

export function TrendFilters({ repo, choice, onRange, onBranch, onEvent }: TrendFiltersProps) {
  const text = useTexts(trendPageMessages);
  const find = useTexts(findMessages);
  const suggestions = useBranchSuggestions(repo);
  const events = buildEvents.map((value) => ({ value, label: find.events[value] }));
  return (
    <>
      <Select
        label={text.range}
        value={choice.range}
        options={trendRanges.map((value) => ({ value, label: text.ranges[value] }))}
        onChange={onRange}
      />
      <ComboboxFilter
        label={find.choices.branch}
        placeholder={find.any.branch}
        value={choice.branch}
        {...suggestions}
        onChange={onBranch}
      />
      <Select<BuildEvent | ''>
        label={find.choices.event}
        value={choice.event}
        options={[{ value: '', label: find.any.event }, ...events]}
        onChange={onEvent}
      />
    </>
  );
}
