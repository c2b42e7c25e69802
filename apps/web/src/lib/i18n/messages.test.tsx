// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { en } from './en.ts';
import { LanguageProvider, useLanguage, useTexts } from './messages.tsx';
import { text } from './texts.ts';

const messages = { title: text('Builds', '构建') };
let language: ReturnType<typeof useLanguage>;

function Title() {
  language = useLanguage();
  return <h1>{useTexts(messages).title}</h1>;
}

test('keeps the selected language if another one loads later', async () => {
  render(
    <LanguageProvider initial={{ locale: 'en', messages: en }}>
      <Title />
    </LanguageProvider>,
  );
  await act(() => language.setLocale('zh-CN'));
  expect(screen.getByRole('heading').textContent).toBe('构建');
  expect(document.documentElement.lang).toBe('zh-CN');
  await act(() => language.setLocale('en'));
  await act(async () => {
    const chinese = language.setLocale('zh-CN');
    await Promise.all([language.setLocale('en'), chinese]);
  });
  expect(screen.getByRole('heading').textContent).toBe('Builds');
});
