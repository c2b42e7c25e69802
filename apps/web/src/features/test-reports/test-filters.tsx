import type { TestCounts, TestFilter } from '@millrace/contract/api';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { testMessages } from './messages.ts';
import css from './test-panel.module.css';
import { filtersOf } from './test-view.ts';

interface TestFiltersProps {
  counts: TestCounts | undefined;
  chosen: TestFilter | undefined;
  onChoose: (filter: TestFilter | undefined) => void;
}

/** Filter buttons for each result, with the number of tests. */
export function TestFilters({ counts, chosen, onChoose }: TestFiltersProps) {
  const text = useTexts(testMessages);
  if (!counts) return <Skeleton width={280} height={28} />;
  const filter = (value: TestFilter | undefined) => (
    <Button
      key={value ?? 'all'}
      kind="ghost"
      size="small"
      aria-pressed={value === chosen}
      onClick={() => onChoose(value)}
    >
      {text.filters[value ?? 'all']}
      <span className={css.count}>{counts[value ?? 'all']}</span>
    </Button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend
    <div role="group" className={css.filters} aria-label={text.show}>
      {[undefined, ...filtersOf(counts, chosen)].map(filter)}
    </div>
  );
}
