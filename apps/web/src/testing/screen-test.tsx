import '@testing-library/jest-dom/vitest';
import './write-page-config.ts';
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { test as base, expect } from 'vitest';
import { App } from '../app/app.tsx';
import { createAppClient } from '../app/app-client.ts';
import { type Locale, loadMessages } from '../lib/i18n/locale.ts';
import { clearToasts } from './clear-toasts.ts';
import { MockApi } from './mock/mock-api.ts';
import { serveMock } from './serve-mock.ts';

// What a test looks for comes late on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

interface Fixtures {
  /** The server of this test, all made up. */
  mock: MockApi;
  user: UserEvent;
  /** Shows the page at an address. */
  open: (path: string, locale?: Locale) => Promise<void>;
}

/** The whole app before a made-up server and without a browser: for texts, attributes and calls. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner asks for a pattern here
  mock: async ({}, use) => {
    const mock = new MockApi();
    serveMock(mock);
    await use(mock);
    expect(mock.problems).toEqual([]);
  },
  // biome-ignore lint/correctness/noEmptyPattern: the test runner asks for a pattern here
  user: async ({}, use) => use(userEvent.setup({ delay: null })),
  open: async ({ mock: _ }, use) => {
    await use(async (path, locale = 'en') => {
      cleanup();
      history.replaceState(null, '', path);
      const messages = await loadMessages(locale);
      render(<App client={createAppClient()} language={{ locale, messages }} />);
    });
    cleanup();
    localStorage.clear();
    await clearToasts();
  },
});
export { expect, screen, within };

type Queries = ReturnType<typeof within<typeof import('@testing-library/dom').queries>>;

/** The dialog of this name, once it is there. */
export async function findDialog(name: string | RegExp): Promise<Queries> {
  return within(await screen.findByRole('dialog', { name }));
}

/** Answers the question of a destructive action with its button. */
export async function confirm(user: UserEvent, question: string, action: string): Promise<void> {
  const dialog = within(await screen.findByRole('alertdialog', { name: question }));
  await user.click(dialog.getByRole('button', { name: action }));
}

/** The notification that says this. */
export function findToast(text: string | RegExp): Promise<HTMLElement> {
  return screen.findByText(text, { selector: '[role=alert] *' });
}
