// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { en } from '../../lib/i18n/en.ts';
import { LanguageProvider, useLanguage } from '../../lib/i18n/messages.tsx';
import { sampleBuild } from '../../testing/samples.ts';
import { CardList } from './card-list.tsx';

afterEach(cleanup);

/** Pages show once their texts are there. */
function WithTexts({ children }: { children: ReactNode }) {
  return useLanguage().pages ? children : null;
}

function show(list: ReactNode) {
  render(
    <LanguageProvider initial={{ locale: 'en', messages: en }}>
      <WithTexts>{list}</WithTexts>
    </LanguageProvider>,
  );
}

test('a build without cards says so', async () => {
  show(<CardList namespace="octo" name="hello" build={sampleBuild({ stages: [] })} />);
  expect(await screen.findByText('NO ADAPTIVE CARDS FOUND')).toBeTruthy();
});

test('a build that is not there yet is loading', async () => {
  show(<CardList namespace="octo" name="hello" build={undefined} />);
  expect(await screen.findByText('LOADING...')).toBeTruthy();
});
