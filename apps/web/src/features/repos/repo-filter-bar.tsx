import { useMessages } from '../../lib/i18n/messages.tsx';
import { FilterField } from '../../ui/filter-field.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { RepoFilters } from './repo-list-view.ts';
import css from './repo-section.module.css';

interface RepoFilterBarProps {
  filters: RepoFilters;
  organizations: string[];
  onChange: (change: Partial<RepoFilters>) => void;
}

export function RepoFilterBar({ filters, organizations, onChange }: RepoFilterBarProps) {
  const { dashboard: text } = useMessages();
  const names = new Set([...organizations, filters.organization].filter(Boolean));
  return (
    <>
      <Switch
        label={text.activeOnly}
        checked={filters.activeOnly}
        onChange={(activeOnly) => onChange({ activeOnly })}
      />
      <div className={css.filters}>
        <Select
          label={text.sort}
          value={filters.sort}
          options={[
            { value: 'activity', label: text.sortByActivity },
            { value: 'name', label: text.sortByName },
          ]}
          onChange={(sort) => onChange({ sort })}
        />
        <Select
          label={text.organization}
          value={filters.organization}
          options={[
            { value: '', label: text.allOrganizations },
            ...[...names].map((name) => ({ value: name, label: name })),
          ]}
          onChange={(organization) => onChange({ organization })}
        />
      </div>
      <FilterField
        className={css.filter}
        label={text.filter}
        value={filters.text}
        onChange={(typed) => onChange({ text: typed })}
      />
    </>
  );
}
