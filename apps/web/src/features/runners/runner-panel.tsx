import { useQuery } from '@tanstack/react-query';
import { loadState } from '../../api/load-state.ts';
import { FilterRow } from '../../domain-ui/filter-row.tsx';
import { LiveTable } from '../../domain-ui/live-table.tsx';
import { tableMessages } from '../../domain-ui/table-messages.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { useAddressParameters } from '../../lib/use-address-parameters.ts';
import { FilterField } from '../../ui/filter-field.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { runnerMessages } from './messages.ts';
import { runnersQuery } from './runner-queries.ts';
import { RunnerRow } from './runner-row.tsx';
import { matchesRunner } from './runner-view.ts';
import css from './runners.module.css';

/** Lists the runners, connected or not, and pauses, drains and forgets them. */
export function RunnerPanel() {
  const { common } = useMessages();
  const table = useTexts(tableMessages);
  const text = useTexts(runnerMessages);
  const [parameters, change] = useAddressParameters();
  const filter = parameters.get('q') ?? '';
  const query = useQuery(runnersQuery);
  const all = query.data ?? [];
  const shown = all.filter((runner) => matchesRunner(runner, filter));
  return (
    <Section title={text.title}>
      <FilterRow summary={query.data && table.shown(shown.length, all.length)}>
        <FilterField
          label={text.filter}
          value={filter}
          onChange={(typed) => change({ q: typed })}
        />
      </FilterRow>
      <LiveTable
        {...loadState(query)}
        isEmpty={shown.length === 0}
        noMatch={all.length > 0 ? table.noMatch : undefined}
        emptyTitle={text.emptyTitle}
        empty={text.empty}
      >
        <Table
          label={text.title}
          columns={[text.name, text.state, text.platform, text.labels, text.steps, text.load]}
          actionsLabel={common.actions}
        >
          {shown.map((runner) => (
            <RunnerRow key={runner.name} runner={runner} />
          ))}
        </Table>
        <p className={css.hint}>{text.hint}</p>
      </LiveTable>
    </Section>
  );
}
