import { useState } from 'react';
import { useBranchSuggestions } from '../../api/branch-search.ts';
import { hasText } from '../../lib/has-text.ts';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { ComboboxFilter } from '../../ui/combobox-filter.tsx';
import type { Scope } from './found-build-queries.ts';

interface BranchFilterProps {
  scope: Scope;
  value: string;
  /** The most frequent branches of the found builds, also those that no longer exist. */
  frequent: readonly string[];
  hasVisibleLabel: boolean;
  onChange: (branch: string) => void;
}

/**
 * Chooses the branch of the builds; one that is not suggested can be typed. Where several repositories are
 * searched, only the most frequent branches are suggested.
 */
export function BranchFilter(props: BranchFilterProps) {
  const { scope, value, frequent, hasVisibleLabel, onChange } = props;
  const { find: text } = usePageMessages();
  const [search, setSearch] = useState('');
  const found = useBranchSuggestions(scope === 'all' ? null : scope);
  const known = frequent.filter((name) => hasText(name, search));
  return (
    <ComboboxFilter
      label={text.choices.branch}
      placeholder={text.any.branch}
      value={value}
      hasVisibleLabel={hasVisibleLabel}
      // The server's branches come after the known ones, so that these keep their positions.
      options={[...new Set([...known, ...found.options])]}
      onSearch={(typed) => {
        setSearch(typed?.trim() ?? '');
        found.onSearch(typed);
      }}
      onChange={onChange}
    />
  );
}
