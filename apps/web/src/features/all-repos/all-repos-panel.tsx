import { maxRepoPage, type RepoSummary } from '@millrace/contract/api';
import { formatSize } from '@millrace/contract/format-size';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadState } from '../../api/load-state.ts';
import { FilterRow } from '../../domain-ui/filter-row.tsx';
import { LiveTable } from '../../domain-ui/live-table.tsx';
import { MoreButton } from '../../domain-ui/more-button.tsx';
import { tableMessages } from '../../domain-ui/table-messages.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { useAddressParameters } from '../../lib/use-address-parameters.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { FilterField } from '../../ui/filter-field.tsx';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { Table } from '../../ui/table.tsx';
import { allReposQuery } from './all-repos-queries.ts';
import { AllReposRow } from './all-repos-row.tsx';
import { ChangeOwnerDialog } from './change-owner-dialog.tsx';
import { allReposMessages } from './messages.ts';

const firstLimit = 100;

/** All repositories of the server, with their sizes: activates, repairs and transfers them. */
export function AllReposPanel() {
  const { common } = useMessages();
  const table = useTexts(tableMessages);
  const text = useTexts(allReposMessages);
  const [parameters, change] = useAddressParameters();
  const [limit, setLimit] = useState(firstLimit);
  const [transferred, setTransferred] = useState<RepoSummary | null>(null);
  const q = parameters.get('q') ?? '';
  const active = parameters.get('active') ?? '';
  const sort = parameters.get('sort') ?? '';
  const query = useQuery(allReposQuery({ q: useDebounced(q).trim(), active, sort, limit }));
  const { repos = [], matching = 0, bytes = 0 } = query.data ?? {};
  return (
    <Section title={text.title}>
      <FilterRow summary={query.data && text.total(matching, formatSize(bytes))}>
        <FilterField label={text.filter} value={q} onChange={(typed) => change({ q: typed })} />
        <Select
          label={text.active}
          value={active}
          options={[
            { value: '', label: text.any },
            { value: 'true', label: text.onlyActive },
            { value: 'false', label: text.onlyInactive },
          ]}
          onChange={(chosen) => change({ active: chosen })}
        />
        <Select
          label={text.sort}
          value={sort}
          options={[
            { value: '', label: text.bySlug },
            { value: 'size', label: text.bySize },
          ]}
          onChange={(chosen) => change({ sort: chosen })}
        />
      </FilterRow>
      <LiveTable
        {...loadState(query)}
        isEmpty={repos.length === 0}
        noMatch={q || active ? table.noMatch : undefined}
        emptyTitle={text.emptyTitle}
        empty={text.empty}
      >
        <Table
          label={text.title}
          columns={[text.repo, text.owner, text.active, text.visibility, text.size, text.lastBuild]}
          actionsLabel={common.actions}
        >
          {repos.map((repo) => (
            <AllReposRow key={repo.slug} repo={repo} onChangeOwner={() => setTransferred(repo)} />
          ))}
        </Table>
        <MoreButton
          label={table.more}
          shown={repos.length}
          matching={matching}
          limit={limit}
          maxLimit={maxRepoPage}
          onMore={setLimit}
        />
      </LiveTable>
      {transferred && <ChangeOwnerDialog repo={transferred} onClose={() => setTransferred(null)} />}
    </Section>
  );
}
