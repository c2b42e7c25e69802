import { maxQueuePage } from '@millrace/contract/api';
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
import { Button } from '../../ui/button.tsx';
import { FilterField } from '../../ui/filter-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { queueMessages } from './messages.ts';
import { queueQuery, useSetPaused } from './queue-queries.ts';
import { QueueTable } from './queue-table.tsx';

const firstLimit = 100;

/** The queue of all repositories: filters it, pauses it, and cancels builds. */
export function QueuePanel() {
  const table = useTexts(tableMessages);
  const text = useTexts(queueMessages);
  const [parameters, change] = useAddressParameters();
  const [limit, setLimit] = useState(firstLimit);
  const q = parameters.get('q') ?? '';
  const state = parameters.get('state') ?? '';
  const query = useQuery(queueQuery({ q: useDebounced(q).trim(), state, limit }));
  const setPaused = useSetPaused();
  const queue = query.data;
  const states = { running: text.running, waiting: text.waiting, ...text.reasons };
  return (
    <Section
      title={text.title}
      action={
        queue && (
          <Button disabled={setPaused.isPending} onClick={() => setPaused.mutate(!queue.paused)}>
            {queue.paused ? text.resume : text.pause}
          </Button>
        )
      }
    >
      {queue?.paused && (
        <Notice tone="warning">{queue.held ? text.heldNote : text.pausedNote}</Notice>
      )}
      <FilterRow summary={queue ? text.counts(queue.running, queue.waiting) : ''}>
        <FilterField label={text.filter} value={q} onChange={(typed) => change({ q: typed })} />
        <Select
          label={text.state}
          value={state}
          options={[
            { value: '', label: text.any },
            ...Object.entries(states).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(chosen) => change({ state: chosen })}
        />
      </FilterRow>
      <LiveTable
        {...loadState(query)}
        isEmpty={queue?.stages.length === 0}
        noMatch={q || state ? table.noMatch : undefined}
        emptyTitle={text.emptyTitle}
        empty={text.empty}
      >
        {queue && (
          <>
            <QueueTable stages={queue.stages} />
            <p>{table.shown(queue.stages.length, queue.matching)}</p>
            <MoreButton
              label={table.more}
              shown={queue.stages.length}
              matching={queue.matching}
              limit={limit}
              maxLimit={maxQueuePage}
              onMore={setLimit}
            />
          </>
        )}
      </LiveTable>
    </Section>
  );
}
