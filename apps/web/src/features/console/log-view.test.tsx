// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { en } from '../../lib/i18n/en.ts';
import { LanguageProvider, useLanguage } from '../../lib/i18n/messages.tsx';
import { openToldLog } from '../../testing/told-log.ts';
import { LogView } from './log-view.tsx';

afterEach(cleanup);

const never = new Promise<never>(() => {});
function Waiting(): never {
  throw never;
}
function WithTexts({ children }: { children: ReactNode }) {
  return useLanguage().pages ? children : null;
}

test('drawing a log changes nothing of it: what was drawn may never be shown', async () => {
  const { engine, grow } = openToldLog();
  grow(1000);
  const { first } = engine.rowMap;
  const drawn = vi.spyOn(engine, 'row');
  const settings = { isFollowing: true, isAnnouncing: false, wraps: true, showsTimes: true };
  const search = {
    ...{ isOpen: false, found: null, current: 0 },
    query: { text: '', matchesCase: false, isRegExp: false },
    ...{ open: () => {}, close: () => {}, change: () => {}, step: () => {} },
  };
  render(
    <LanguageProvider initial={{ locale: 'en', messages: en }}>
      <WithTexts>
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
            topLine={{ current: 0 }}
          />
          <Waiting />
        </Suspense>
      </WithTexts>
    </LanguageProvider>,
  );
  await screen.findByText('waiting');
  expect(drawn).toHaveBeenCalled();
  expect(engine.rowMap.first).toBe(first);
});
