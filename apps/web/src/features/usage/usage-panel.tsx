import {
  endpointUrl,
  getUsage,
  type Usage,
  type UsageGroup,
  usageGroups,
} from '@millrace/contract/api';
import { formatSize } from '@millrace/contract/format-size';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { loadState } from '../../api/load-state.ts';
import { serverUrl } from '../../api/server-address.ts';
import { FilterRow } from '../../domain-ui/filter-row.tsx';
import { LiveTable } from '../../domain-ui/live-table.tsx';
import { useLanguage, useTexts } from '../../lib/i18n/messages.tsx';
import { useAddressParameters } from '../../lib/use-address-parameters.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import table from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { usageMessages } from './messages.ts';
import { daysOf, type UsageRange, usageRanges } from './usage-range.ts';

interface UsageQuery {
  from: string;
  to: string;
  by: UsageGroup;
}

const usageQuery = (query: UsageQuery) =>
  queryOptions({
    queryKey: ['usage', query],
    queryFn: ({ signal }) => callApi(getUsage, { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  });

/** Use of runners, with its price, for system admins. */
export function UsagePanel() {
  const text = useTexts(usageMessages);
  const [parameters, change] = useAddressParameters();
  const range = usageRanges.find((name) => name === parameters.get('range')) ?? 'month';
  const by = usageGroups.find((name) => name === parameters.get('by')) ?? 'namespace';
  const query = { ...daysOf(range, new Date()), by };
  const read = useQuery(usageQuery(query));
  const csv = `${endpointUrl(getUsage, {})}?${new URLSearchParams({ ...query, format: 'csv' })}`;
  return (
    <Section
      title={text.title}
      action={
        <a className={buttonClass()} href={serverUrl(csv)} download>
          {text.csv}
        </a>
      }
    >
      <p>{text.hint}</p>
      <FilterRow summary="">
        <Select
          label={text.range}
          value={range}
          options={usageRanges.map((value) => ({ value, label: text.ranges[value] }))}
          onChange={(chosen: UsageRange) => change({ range: chosen })}
        />
        <Select
          label={text.by}
          value={by}
          options={usageGroups.map((value) => ({ value, label: text.groups[value] }))}
          onChange={(chosen) => change({ by: chosen })}
        />
      </FilterRow>
      <LiveTable
        {...loadState(read)}
        isEmpty={read.data?.groups.length === 0}
        emptyTitle={text.emptyTitle}
        empty={text.empty}
      >
        {read.data && <UsageTable usage={read.data} name={text.groups[by]} />}
      </LiveTable>
    </Section>
  );
}

function UsageTable({ usage, name }: { usage: Usage; name: string }) {
  const text = useTexts(usageMessages);
  const { locale } = useLanguage();
  const { groups, total, currency } = usage;
  const hasCost = total.cost !== undefined;
  const hasSize = groups.some(({ stored }) => stored !== undefined);
  const minutes = (seconds: number) =>
    (seconds / 60).toLocaleString(locale, { maximumFractionDigits: 1 });
  const money = (cost = 0) =>
    `${cost.toLocaleString(locale, { minimumFractionDigits: 2 })} ${currency}`.trim();
  const rows = [...groups, { name: text.total, ...total, stored: undefined }];
  return (
    <Table
      label={text.title}
      columns={[
        name,
        text.stages,
        text.minutes,
        text.waited,
        ...(hasCost ? [text.cost] : []),
        ...(hasSize ? [text.stored] : []),
      ]}
    >
      {rows.map((row, at) => (
        <tr key={at === groups.length ? 'total' : `of ${row.name}`}>
          <td className={table.main}>{row.name || text.none}</td>
          <td>{row.stages.toLocaleString(locale)}</td>
          <td>{minutes(row.seconds)}</td>
          <td>{minutes(row.waited)}</td>
          {hasCost && <td>{money(row.cost)}</td>}
          {hasSize && <td>{row.stored === undefined ? '' : formatSize(row.stored)}</td>}
        </tr>
      ))}
    </Table>
  );
}
