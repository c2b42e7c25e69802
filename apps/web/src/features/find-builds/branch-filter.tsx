import { useState } from 'react';
import { useBranchSuggestions } from '../../api/branch-search.ts';
import { findMessages } from '../../domain-ui/find-messages.ts';
import { hasText } from '../../lib/has-text.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { ComboboxFilter } from '../../ui/combobox-filter.tsx';
import type { Scope } from './found-build-queries.ts';

interface BranchFilterProps {
  scope: Scope;
  value: string;
  /** The most frequent branches of the found builds. Some may be deleted. */
  frequent: readonly string[];
  hasVisibleLabel: boolean;
  onChange: (branch: string) => void;
}

/**
 * Combobox for the branch. Branches that are not suggested can be typed. If the scope is several
 * repositories, only the most frequent branches are suggested.
 */
export function BranchFilter(props: BranchFilterProps) {
  const { scope, value, frequent, hasVisibleLabel, onChange } = props;
  const text = useTexts(findMessages);
  const [search, setSearch] = useState('');
  const found = useBranchSuggestions(scope === 'all' ? null : scope);
  const known = frequent.filter((name) => hasText(name, search));
  return (
    <ComboboxFilter
      label={text.choices.branch}
      placeholder={text.any.branch}
      value={value}
      hasVisibleLabel={hasVisibleLabel}
      // Branches from the server are appended, to keep the positions of the other ones.
      options={[...new Set([...known, ...found.options])]}
      onSearch={(typed) => {
        setSearch(typed?.trim() ?? '');
        found.onSearch(typed);
      }}
      onChange={onChange}
    />
  );
}
