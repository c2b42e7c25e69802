import { firefox, type Page } from '@playwright/test';
import type { Engine, Session, Size, Tab } from './engine.ts';

export const firefoxProgram = '/usr/bin/firefox-esr';
/** Status of a request that ended because its page was left: NS_BINDING_ABORTED. */
const aborted = 'status=2152398850';

/** Starts a Firefox without patches, as distributions and Mozilla publish it, through WebDriver BiDi. */
export async function startFirefox(size: Size): Promise<Engine> {
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: firefoxProgram,
  });
  return { startSession, close: () => browser.close() };

  async function startSession(): Promise<Session> {
    const context = await browser.newContext({ viewport: size, locale: 'en-US' });
    const faults: string[] = [];
    const add = (text: string) => text.includes(aborted) || faults.push(text);
    context.on('console', (message) => message.type() === 'error' && add(message.text()));
    context.on('weberror', (error) => add(error.error().message));
    const tabs: Tab[] = [];
    return {
      tabs,
      openTab: async () => {
        const tab = tabOf(await context.newPage());
        tabs.push(tab);
        return tab;
      },
      listFaults: async () => faults,
      end: () => context.close(),
    };
  }
}

function tabOf(page: Page): Tab {
  const popup = page.waitForEvent('popup', { timeout: 0 });
  // Most tabs open no other, and are closed.
  popup.catch(() => {});
  return {
    goto: async (url) => {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate(expression),
    clickAt: (x, y) => page.mouse.click(x, y),
    press: (keys) => page.keyboard.press(keys),
    type: (text) => page.keyboard.type(text),
    scrollAt: async (x, y, down) => {
      await page.mouse.move(x, y);
      await page.mouse.wheel(0, down);
    },
    resize: (size) => page.setViewportSize(size),
    screenshot: () => page.screenshot(),
    waitForPopup: async () => tabOf(await popup),
  };
}
