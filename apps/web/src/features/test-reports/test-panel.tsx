import { type Build, type BuildTests, type TestOrder, testPageSize } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef, useState } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { useAddressParameters } from '../../lib/use-address-parameters.ts';
import { useTyped } from '../../lib/use-typed.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterField } from '../../ui/filter-field.tsx';
import { filterMessages } from '../../ui/filter-messages.ts';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { testMessages } from './messages.ts';
import { readTestOptions, toAddressParameters } from './test-filter-address.ts';
import { TestFilters } from './test-filters.tsx';
import css from './test-panel.module.css';
import { buildTestsQuery, type TestedRepo, type TestListOptions } from './test-queries.ts';
import { TestRow, TestRowSkeleton } from './test-row.tsx';

interface TestPanelProps {
  repo: TestedRepo;
  build: Build;
  /** Renders a link to the log of a step. */
  renderLogLink: (stage: number, step: number) => ReactNode;
}

const rowPx = 45;
const rowsBeyondView = 10;

/** The tests of a build. There can be tens of thousands, so only the visible ones are loaded and rendered. */
export function TestPanel({ repo, build, renderLogLink }: TestPanelProps) {
  const filters = useTexts(filterMessages);
  const text = useTexts(testMessages);
  const [parameters, change] = useAddressParameters();
  const shown = readTestOptions(parameters);
  const changeOptions = (changes: Partial<TestListOptions>) =>
    change(toAddressParameters({ ...shown, ...changes }));
  const [typed, setTyped] = useTyped(shown.words, (words) => changeOptions({ words }));
  const first = useQuery(buildTestsQuery(repo, build, shown, 1));
  const { data, error } = first;
  const clear = () => {
    setTyped('');
    change(toAddressParameters({ sort: 'status', words: '' }));
  };
  return (
    <section className={css.panel} aria-label={text.title}>
      <div className={css.tools}>
        <TestFilters
          counts={data?.counts}
          chosen={shown.status}
          onChoose={(status) => changeOptions({ status })}
        />
        <div className={css.search}>
          <FilterField className={css.words} label={text.words} value={typed} onChange={setTyped} />
          <Select<TestOrder>
            label={text.order}
            value={shown.sort}
            options={[
              { value: 'status', label: text.orders.status },
              { value: 'duration', label: text.orders.duration },
            ]}
            onChange={(sort) => changeOptions({ sort })}
          />
        </div>
        <p className={css.found} role="status">
          {data && text.found(data.found)}
        </p>
      </div>
      {data && data.problems.length > 0 && <ReportProblems problems={data.problems} />}
      {error && !data ? (
        <LoadFailure title={text.failed} {...describeFailure(error)} onRetry={first.refetch} />
      ) : data?.found === 0 ? (
        <EmptyState
          title={text.nothingTitle}
          detail={text.nothing}
          action={<Button onClick={clear}>{filters.clear}</Button>}
        />
      ) : (
        <TestList
          key={JSON.stringify(shown)}
          repo={repo}
          build={build}
          listOptions={shown}
          count={data?.found ?? 12}
          renderLogLink={renderLogLink}
        />
      )}
    </section>
  );
}

/** Test reports that could not be parsed completely. */
function ReportProblems({ problems }: { problems: BuildTests['problems'] }) {
  const text = useTexts(testMessages);
  return (
    <div className={css.notice}>
      <Notice tone="warning">
        <p>{text.problems(problems.length)}</p>
        <ul>
          {problems.slice(0, 10).map(({ stage, step, path, problem }) => (
            <li key={`${stage}/${step}/${path}`}>
              <code>{path}</code>: {problem}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

interface TestListProps extends TestPanelProps {
  listOptions: TestListOptions;
  count: number;
}

function TestList({ repo, build, listOptions, count, renderLogLink }: TestListProps) {
  const text = useTexts(testMessages);
  const scroller = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: rowsBeyondView,
  });
  const rows = virtualizer.getVirtualItems();
  const toggle = (id: number) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  return (
    <div ref={scroller} className={css.scroller}>
      <ol
        className={css.list}
        aria-label={text.title}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {rows.map(({ index, start }) => (
          <li
            key={index}
            ref={virtualizer.measureElement}
            data-index={index}
            className={css.item}
            style={{ translate: `0 ${start}px` }}
            aria-posinset={index + 1}
            aria-setsize={count}
          >
            <LoadedTestRow {...{ repo, build, listOptions, index, open, toggle, renderLogLink }} />
          </li>
        ))}
      </ol>
    </div>
  );
}

interface LoadedTestRowProps extends TestPanelProps {
  index: number;
  listOptions: TestListOptions;
  open: ReadonlySet<number>;
  toggle: (id: number) => void;
}

/** The test at an index of the whole list. All rows of a page share one request. */
function LoadedTestRow({ index, listOptions, open, toggle, ...rest }: LoadedTestRowProps) {
  const page = Math.floor(index / testPageSize) + 1;
  const { data } = useQuery(buildTestsQuery(rest.repo, rest.build, listOptions, page));
  const test = data?.tests[index % testPageSize];
  if (!test) return <TestRowSkeleton />;
  return (
    <TestRow {...rest} test={test} isOpen={open.has(test.id)} onToggle={() => toggle(test.id)} />
  );
}
