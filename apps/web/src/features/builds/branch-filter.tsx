import { useState } from 'react';
import { useBranchSuggestions } from '../../api/branch-search.ts';
import { hasText } from '../../lib/has-text.ts';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { ComboboxFilter } from '../../ui/combobox-filter.tsx';
import type { Scope } from './found-build-queries.ts';

interface BranchFilterProps {
  scope: Scope;
  value: string;
  /** The most frequent branches of the found builds: the suggestions where several repositories are searched. */
  frequent: readonly string[];
  hasVisibleLabel: boolean;
  onChange: (branch: string) => void;
}

/** Chooses the branch of the builds; one that is not suggested can be typed. */
export function BranchFilter(props: BranchFilterProps) {
  const { scope, value, frequent, hasVisibleLabel, onChange } = props;
  const { find: text } = usePageMessages();
  const [search, setSearch] = useState('');
  const ofRepo = useBranchSuggestions(scope === 'all' ? null : scope);
  const suggestions =
    scope === 'all'
      ? {
          options: frequent.filter((name) => hasText(name, search)),
          onSearch: (typed: string | null) => setSearch(typed?.trim() ?? ''),
        }
      : ofRepo;
  return (
    <ComboboxFilter
      label={text.choices.branch}
      placeholder={text.any.branch}
      value={value}
      hasVisibleLabel={hasVisibleLabel}
      {...suggestions}
      onChange={onChange}
    />
  );
}
