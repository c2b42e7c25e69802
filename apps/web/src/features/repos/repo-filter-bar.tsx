import { useTexts } from '../../lib/i18n/messages.tsx';
import { hasServerExtras } from '../../lib/server-kind.ts';
import { mobileQuery, useMediaQuery } from '../../lib/use-media-query.ts';
import { FilterField } from '../../ui/filter-field.tsx';
import { FilterSheet } from '../../ui/filter-sheet.tsx';
import { Select } from '../../ui/select.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { dashboardMessages } from './messages.ts';
import type { RepoFilters } from './repo-list-view.ts';
import css from './repo-section.module.css';

interface RepoFilterBarProps {
  filters: RepoFilters;
  organizations: string[];
  /** Whether the states of default branches can be filtered. */
  hasStates: boolean;
  onChange: (change: Partial<RepoFilters>) => void;
}

/** Filters and sorts the repositories. On a small screen, all fields except the text field are in a sheet. */
export function RepoFilterBar(props: RepoFilterBarProps) {
  const { filters, hasStates, onChange } = props;
  const text = useTexts(dashboardMessages);
  const isMobile = useMediaQuery(mobileQuery);
  const switches = (
    <>
      <Switch
        label={text.activeOnly}
        checked={filters.activeOnly}
        onChange={(isOn) => onChange({ activeOnly: isOn })}
      />
      {hasServerExtras() && (
        <Switch
          label={text.redOnly}
          checked={filters.redOnly}
          disabled={!hasStates}
          onChange={(isOn) => onChange({ redOnly: isOn })}
        />
      )}
    </>
  );
  const choices = <Choices {...props} />;
  const words = (
    <FilterField
      className={css.filter}
      label={text.filter}
      value={filters.text}
      onChange={(typed) => onChange({ text: typed })}
    />
  );
  if (isMobile) {
    return (
      <div className={css.phoneFilters}>
        {words}
        <FilterSheet
          count={
            Number(filters.activeOnly) +
            Number(filters.redOnly) +
            Number(filters.organization !== '')
          }
          onClear={() => onChange({ activeOnly: false, redOnly: false, organization: '' })}
        >
          {switches}
          {choices}
        </FilterSheet>
      </div>
    );
  }
  return (
    <>
      {switches}
      <div className={css.filters}>{choices}</div>
      {words}
    </>
  );
}

/** The fields for the sort order and the organisation. */
function Choices({ filters, organizations, onChange }: Omit<RepoFilterBarProps, 'hasStates'>) {
  const text = useTexts(dashboardMessages);
  const Choice = useMediaQuery(mobileQuery) ? SelectField : Select;
  const names = new Set([...organizations, filters.organization].filter(Boolean));
  return (
    <>
      <Choice
        label={text.sort}
        value={filters.sort}
        options={[
          { value: 'activity', label: text.sortByActivity },
          { value: 'name', label: text.sortByName },
        ]}
        onChange={(sort) => onChange({ sort })}
      />
      <Choice
        label={text.organization}
        value={filters.organization}
        options={[
          { value: '', label: text.allOrganizations },
          ...[...names].map((name) => ({ value: name, label: name })),
        ]}
        onChange={(organization) => onChange({ organization })}
      />
    </>
  );
}
