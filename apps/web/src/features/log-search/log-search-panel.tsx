import type { Build } from '@millrace/contract/api';
import type { LogQuery } from '@millrace/contract/log-pattern';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { isComposing } from '../../lib/is-composing.ts';
import { HitList } from './hit-list.tsx';
import { LogSearchField } from './log-search-field.tsx';
import css from './log-search-panel.module.css';
import { logSearchQuery, type SearchedBuild } from './log-search-queries.ts';
import { LogSearchState } from './log-search-state.tsx';
import { type PlacedHit, toShownSteps } from './log-search-view.ts';
import { logSearchMessages } from './messages.ts';

interface LogSearchPanelProps {
  repo: SearchedBuild;
  build: Build;
  query: LogQuery;
  onChange: (query: LogQuery) => void;
  onClose: () => void;
  linkTo: (hit: PlacedHit) => string;
  /** Shows a hit beside the panel; null if there is no space for both. */
  onShow: ((hit: PlacedHit) => void) | null;
  /** History state for links to hits. */
  linkState: object;
}

/** Searches all logs of a build. Enter selects the next hit, Shift+Enter the previous one, Escape closes. */
export function LogSearchPanel(props: LogSearchPanelProps) {
  const { repo, build, query, onChange, onClose, linkTo, onShow, linkState } = props;
  const text = useTexts(logSearchMessages);
  const result = useQuery(logSearchQuery(repo, build, query));
  const found = query.text === '' ? undefined : result.data;
  const steps = found ? toShownSteps(found, build) : [];
  const hits = steps.flatMap((step) => step.hits);
  const [current, setCurrent] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query has other hits
  useEffect(() => setCurrent(null), [query.text, query.isRegExp, query.matchesCase]);

  const go = (by: 1 | -1) => {
    const start = by === 1 ? -1 : 0;
    const hit = hits[((current ?? start) + by + hits.length) % hits.length];
    if (!hit || !onShow) return;
    setCurrent(hit.index);
    onShow(hit);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event) || !onShow) return;
    event.preventDefault();
    onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel wherever its focus is
    <div className={css.panel} onKeyDown={onKeyDown}>
      <LogSearchField
        query={query}
        onChange={onChange}
        onClose={onClose}
        onStep={onShow && go}
        hasHits={hits.length > 0}
        place={current === null ? null : { current, count: hits.length }}
      />
      <LogSearchState query={query} result={result} found={found} build={build} />
      <HitList
        label={text.results}
        steps={steps}
        isOld={result.isPlaceholderData}
        current={current}
        linkTo={linkTo}
        linkState={linkState}
        onFollow={setCurrent}
      />
    </div>
  );
}
