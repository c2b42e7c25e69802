import '@testing-library/jest-dom/vitest';
import { MockApi } from '@millrace/contract/testing/mock-api';
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { test as base, beforeEach, describe, expect, vi } from 'vitest';
import { App } from '../app/app.tsx';
import { createAppClient } from '../app/app-client.ts';
import { type Locale, loadMessages } from '../lib/i18n/locale.ts';
import { clearToasts } from '../ui/toast.ts';
import { serveMock } from './serve-mock.ts';

// Elements can take long to appear on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

declare global {
  interface Window {
    /** The simulated browser. */
    readonly happyDOM: { setViewport: (size: { width: number }) => void };
  }
}

export interface ScreenFixtures {
  /** The mock API of this test. */
  mock: MockApi;
  user: UserEvent;
  /** Opens the page with a URL. */
  open: (path: string, locale?: Locale) => Promise<void>;
  /** Advances the clock, which also runs by itself. */
  passTime: (ms: number) => Promise<void>;
}

/** Renders the whole app with a mock API and without a browser: for tests of texts, attributes and calls. */
export const test = base.extend<ScreenFixtures>({
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
    // Nothing is animated here, so no notification closes by itself.
    act(clearToasts);
  },
  // biome-ignore lint/correctness/noEmptyPattern: the test runner asks for a pattern here
  passTime: async ({}, use) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await use(async (ms) => {
      await act(() => vi.advanceTimersByTimeAsync(ms));
    });
    vi.useRealTimers();
  },
});
export { expect, screen, waitFor, within };

type Queries = ReturnType<typeof within<typeof import('@testing-library/dom').queries>>;

/** Waits until the page has this URL. */
export function findAddress(address: string): Promise<void> {
  return waitFor(() => expect(location.pathname + location.search + location.hash).toBe(address));
}

const widths = { 'wide screen': 1440, phone: 390 } as const;
export type Width = keyof typeof widths;

/** Defines tests at 1440 and at 390 px, where the page has a different layout. */
export function atBothWidths(define: (width: Width) => void): void {
  for (const name of ['wide screen', 'phone'] as const) {
    describe(name, () => {
      beforeEach(() => {
        const width = window.innerWidth;
        window.happyDOM.setViewport({ width: widths[name] });
        return () => window.happyDOM.setViewport({ width });
      });
      define(name);
    });
  }
}

/** Inserts a text at once, as pasting does. Typing renders the page for each character. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}

/** Waits for the dialog with this name. */
export async function findDialog(name: string | RegExp): Promise<Queries> {
  return within(await screen.findByRole('dialog', { name }));
}

/** Confirms a destructive action. */
export async function confirm(user: UserEvent, question: string, action: string): Promise<void> {
  const dialog = within(await screen.findByRole('alertdialog', { name: question }));
  await user.click(dialog.getByRole('button', { name: action }));
  await waitFor(() => expect(screen.queryByRole('alertdialog', { name: question })).toBeNull());
}

export const textsOf = (elements: HTMLElement[]): (string | null)[] =>
  elements.map(({ textContent }) => textContent);

/** Finds the notification with this text, including quoted words. */
export function findToast(text: string | RegExp): Promise<HTMLElement> {
  const isSaid = (said: string) => (typeof text === 'string' ? said === text : text.test(said));
  return screen.findByText((_, alert) => isSaid(alert?.textContent ?? ''), {
    selector: '[role=alert]',
  });
}
