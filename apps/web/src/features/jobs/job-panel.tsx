import { maxJobPage } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadState } from '../../api/load-state.ts';
import { FilterRow } from '../../domain-ui/filter-row.tsx';
import { LiveTable } from '../../domain-ui/live-table.tsx';
import { MoreButton } from '../../domain-ui/more-button.tsx';
import { tableMessages } from '../../domain-ui/table-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { useAddressParameters } from '../../lib/use-address-parameters.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { FilterField } from '../../ui/filter-field.tsx';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { jobsQuery } from './job-queries.ts';
import { JobTable } from './job-table.tsx';
import { jobMessages } from './messages.ts';

const firstLimit = 100;

/** Background jobs: filters, retries and drops them. */
export function JobPanel() {
  const table = useTexts(tableMessages);
  const text = useTexts(jobMessages);
  const [parameters, change] = useAddressParameters();
  const [limit, setLimit] = useState(firstLimit);
  const q = parameters.get('q') ?? '';
  const kind = parameters.get('kind') ?? '';
  const state = parameters.get('state') ?? '';
  const query = useQuery(jobsQuery({ q: useDebounced(q).trim(), kind, state, limit }));
  const { counts = [], jobs = [] } = query.data ?? {};
  const kinds = [...new Set([...counts.map((count) => count.kind), kind])].filter(Boolean);
  return (
    <Section title={text.title}>
      <FilterRow summary={summaryOf(counts, text.states)}>
        <FilterField label={text.filter} value={q} onChange={(typed) => change({ q: typed })} />
        <Select
          label={text.kind}
          value={kind}
          options={[
            { value: '', label: text.anyKind },
            ...kinds.map((name) => ({ value: name, label: name })),
          ]}
          onChange={(chosen) => change({ kind: chosen })}
        />
        <Select
          label={text.state}
          value={state}
          options={[
            { value: '', label: text.anyState },
            ...Object.entries(text.states).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(chosen) => change({ state: chosen })}
        />
      </FilterRow>
      <LiveTable
        {...loadState(query)}
        isEmpty={jobs.length === 0}
        noMatch={q || kind || state ? table.noMatch : undefined}
        emptyTitle={text.emptyTitle}
        empty={text.empty}
      >
        <JobTable jobs={jobs} />
        <MoreButton
          label={table.more}
          shown={jobs.length}
          // The number of matching jobs is unknown, but a full page may have a successor.
          matching={jobs.length < limit ? jobs.length : jobs.length + 1}
          limit={limit}
          maxLimit={maxJobPage}
          onMore={setLimit}
        />
      </LiveTable>
    </Section>
  );
}

/** Sums up the jobs by state: `Due: 3, Failed: 1`. */
function summaryOf(
  counts: readonly { state: string; count: number }[],
  names: Record<string, string>,
): string {
  const total = (state: string) =>
    counts.reduce((sum, each) => sum + (each.state === state ? each.count : 0), 0);
  return Object.entries(names)
    .flatMap(([state, name]) => (total(state) > 0 ? [`${name}: ${total(state)}`] : []))
    .join(', ');
}
