// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { InEnglish } from '../../testing/in-english.tsx';
import { openScriptedLog } from '../../testing/scripted-log.ts';
import { LogView } from './log-view.tsx';

afterEach(cleanup);

const never = new Promise<never>(() => {});
function Waiting(): never {
  throw never;
}

test('rendering does not change the engine, since React may discard the result', async () => {
  const { engine, grow } = openScriptedLog();
  grow(1000);
  const { first } = engine.rowMap;
  const drawn = vi.spyOn(engine, 'row');
  const settings = {
    isFollowing: true,
    isAnnouncing: false,
    wraps: true,
    showsTimes: true,
    showsClock: false,
    copiesTimes: false,
    collapses: false,
  };
  const search = {
    isOpen: false,
    found: null,
    searchedPercent: null,
    current: 0,
    query: { text: '', matchesCase: false, isRegExp: false },
    open: () => {},
    close: () => {},
    change: () => {},
    step: () => {},
  };
  render(
    <InEnglish>
      <Suspense fallback="waiting">
        <LogView
          label="log"
          engine={engine}
          isLive={false}
          settings={{ ...settings, change: () => {} }}
          opensAtEnd
          lineLink={{ linked: null, link: () => {} }}
          search={search}
          target={null}
          startSec={0}
          fileUrl={undefined}
          topLine={{ current: 0 }}
        />
        <Waiting />
      </Suspense>
    </InEnglish>,
  );
  await screen.findByText('waiting');
  expect(drawn).toHaveBeenCalled();
  expect(engine.rowMap.first).toBe(first);
});
