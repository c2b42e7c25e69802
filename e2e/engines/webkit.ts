import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@millrace/test-support/free-port';
import { guardFolder } from '../support/guard.ts';
import { killProcessesOf } from '../support/processes.ts';
import type { Engine, Session, Size, Tab } from './engine.ts';
import { WebDriver, waitForDriver } from './web-driver.ts';

export const webkitDriver = '/usr/bin/WebKitWebDriver';
export const gjs = '/usr/bin/gjs';
export const xvfb = '/usr/bin/Xvfb';

const browser = fileURLToPath(new URL('webkit-browser.mjs', import.meta.url));
/** Codes of keys: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const keyCodes: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowUp: '\uE013',
  ArrowDown: '\uE015',
};

/** WebKit logs this for requests that end because their page is left. All of ours are to the server of the page. */
const aborted =
  /(Fetch API|EventSource|XMLHttpRequest) cannot load http\S+ due to access control checks/;

/** Starts WebKitGTK, which has the engine of Safari, on a display without a screen. */
export async function startWebkit(size: Size): Promise<Engine> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-webkit-'));
  guardFolder(dir);
  const display = await startDisplay(dir, size);
  const port = await findFreePort();
  // WebKit sends its processes the variables of the driver. The guard finds them by the folder in a variable.
  const env = { ...process.env, DISPLAY: display, XDG_CACHE_HOME: join(dir, 'cache') };
  spawn(webkitDriver, ['-p', String(port)], { env, cwd: dir, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await waitForDriver(url);
  return { startSession, close };

  async function startSession(): Promise<Session> {
    const data = await mkdtemp(join(dir, 'session-'));
    const log = join(data, 'console.log');
    // The driver discards the output of the browser.
    const command = `exec ${gjs} -m ${browser} ${data} ${size.width} ${size.height} > ${log} 2>&1`;
    const options = { binary: '/bin/sh', args: ['-c', command] };
    const driver = await WebDriver.start(url, { 'webkitgtk:browserOptions': options });
    const tabs = new Tabs(driver);
    return {
      tabs: tabs.opened,
      openTab: () => tabs.open(),
      listFaults: async () => findFaults(await readFile(log, 'utf8')),
      end: () => driver.end(),
    };
  }

  async function close(): Promise<void> {
    await killProcessesOf(dir);
    await rm(dir, { recursive: true, force: true });
  }
}

/** Resolves with the name of a display, which Xvfb chooses. */
async function startDisplay(dir: string, { width, height }: Size): Promise<string> {
  const args = ['-displayfd', '3', '-nolisten', 'tcp', '-screen', '0', `${width}x${height}x24`];
  const display: ChildProcess = spawn(xvfb, args, {
    env: { ...process.env, XDG_CACHE_HOME: join(dir, 'cache') },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const output = display.stdio[3];
  if (!output) throw new Error('Xvfb has no output');
  const [name] = await once(output, 'data');
  return `:${String(name).trim()}`;
}

/** Returns the messages of the console that report a fault. Messages may have several lines. */
function findFaults(log: string): string[] {
  return log
    .split(/^(?=(?:\S+:\d+:\d+: )?CONSOLE )/m)
    .filter((text) => /^(\S+: )?CONSOLE (\S+ )?ERROR /.test(text) && !aborted.test(text))
    .map((text) => text.trim());
}

/** The tabs of a session, of which one at a time receives commands. */
class Tabs {
  readonly opened: Tab[] = [];
  private readonly driver: WebDriver;
  private readonly used = new Set<string>();
  private current = '';

  constructor(driver: WebDriver) {
    this.driver = driver;
  }

  /** Uses the window that the session starts with, and opens others. */
  async open(): Promise<Tab> {
    const isFirst = this.used.size === 0;
    const handle = isFirst
      ? await this.driver.get<string>('/window')
      : (await this.driver.post<{ handle: string }>('/window/new', { type: 'window' })).handle;
    const tab = this.tabOf(handle);
    this.opened.push(tab);
    return tab;
  }

  private async openedByPage(): Promise<Tab> {
    for (;;) {
      const handles = await this.driver.get<string[]>('/window/handles');
      const opened = handles.find((handle) => !this.used.has(handle));
      if (opened) return this.tabOf(opened);
    }
  }

  private tabOf(handle: string): Tab {
    this.used.add(handle);
    const post = async <Value>(path: string, body: object): Promise<Value> => {
      await this.switchTo(handle);
      return this.driver.post(path, body);
    };
    const act = (actions: object) => post<void>('/actions', { actions: [actions] });
    const point = (actions: object[]) =>
      act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions });
    return {
      goto: (url) => post('/url', { url }),
      evaluate: (expression) =>
        post('/execute/sync', { script: `return (${expression})`, args: [] }),
      clickAt: (x, y) =>
        point([
          { type: 'pointerMove', x, y, duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ]),
      press: (keys) => act({ type: 'key', id: 'keyboard', actions: strokesOf(keys) }),
      type: (text) =>
        act({ type: 'key', id: 'keyboard', actions: [...text].flatMap((key) => stroke(key)) }),
      scrollAt: (x, y, deltaY) => {
        const actions = [{ type: 'scroll', x, y, deltaX: 0, deltaY, duration: 0 }];
        return act({ type: 'wheel', id: 'wheel', actions });
      },
      resize: (size) => post('/window/rect', size),
      screenshot: async () => {
        await this.switchTo(handle);
        return Buffer.from(await this.driver.get<string>('/screenshot'), 'base64');
      },
      waitForPopup: () => this.openedByPage(),
    };
  }

  private async switchTo(handle: string): Promise<void> {
    if (this.current === handle) return;
    await this.driver.post('/window', { handle });
    this.current = handle;
  }
}

const stroke = (value: string) => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
];

function strokesOf(keys: string): object[] {
  const codes = keys.split('+').map((key) => keyCodes[key] ?? key);
  return [
    ...codes.map((value) => ({ type: 'keyDown', value })),
    ...codes.toReversed().map((value) => ({ type: 'keyUp', value })),
  ];
}
