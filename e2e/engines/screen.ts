import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { rolldown } from 'rolldown';
import type { Size, Tab } from './engine.ts';
import type { Found, Wanted } from './in-page.ts';

type Name = string | RegExp;

/** Code of `in-page.ts` for a page, as a global variable. */
let inPage: Promise<string> | undefined;

async function bundleInPage(): Promise<string> {
  const input = fileURLToPath(new URL('in-page.ts', import.meta.url));
  const bundle = await rolldown({ input });
  const { output } = await bundle.generate({ format: 'iife', name: 'inPage' });
  await bundle.close();
  return `(() => { ${output[0].code}\nglobalThis.inPage = inPage; return true; })()`;
}

/** A tab whose elements are found by role and accessible name. Every function waits for its elements. */
export class Screen {
  readonly tab: Tab;

  constructor(tab: Tab) {
    this.tab = tab;
  }

  goto(url: string): Promise<void> {
    return this.tab.goto(url);
  }

  /** Resolves with the result of a function in the page. */
  run<Result, Input = undefined>(fn: (input: Input) => Result, input?: Input): Promise<Result> {
    const argument = input === undefined ? '' : JSON.stringify(input);
    return this.tab.evaluate(`(${fn})(${argument})`) as Promise<Result>;
  }

  /** Locates elements; `inside` locates the first element around them. */
  get(role: string, name?: Name, inside?: Part): Part {
    const wanted: Wanted = {
      role,
      ...(name === undefined
        ? {}
        : { name: typeof name === 'string' ? name : { pattern: name.source, flags: name.flags } }),
      ...(inside ? { inside: inside.wanted } : {}),
    };
    return new Part(this, wanted);
  }

  /** Finds nothing while one page replaces another. */
  async find(wanted: Wanted): Promise<Found[]> {
    inPage ??= bundleInPage();
    const query = `globalThis.inPage ? inPage.find(${JSON.stringify(wanted)}) : null`;
    const code = await inPage;
    return ignoreNavigation([], async () => {
      const found = (await this.tab.evaluate(query)) as Found[] | null;
      if (!found) await this.tab.evaluate(code);
      return found ?? [];
    });
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.tab.press(key);
  }

  type(text: string): Promise<void> {
    return this.tab.type(text);
  }

  resize(size: Size): Promise<void> {
    return this.tab.resize(size);
  }

  /** Waits for a text anywhere on the page. */
  async seesText(text: Name): Promise<void> {
    const all = () => ignoreNavigation('', () => this.run(() => document.body.innerText));
    await (typeof text === 'string'
      ? expect.poll(all).toContain(text)
      : expect.poll(all).toMatch(text));
  }

  async isAt(url: string | RegExp): Promise<void> {
    const address = expect.poll(() => ignoreNavigation('', () => this.run(() => location.href)));
    await (typeof url === 'string' ? address.toBe(url) : address.toMatch(url));
  }
}

/** Resolves with `otherwise` if one page replaces another meanwhile. */
async function ignoreNavigation<Result>(
  otherwise: Result,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (String(error).includes('because of a navigation')) return otherwise;
    throw error;
  }
}

/** Elements of a screen. Functions for one element use the first. */
export class Part {
  readonly wanted: Wanted;
  private readonly screen: Screen;

  constructor(screen: Screen, wanted: Wanted) {
    this.screen = screen;
    this.wanted = wanted;
  }

  async count(): Promise<number> {
    return (await this.screen.find(this.wanted)).length;
  }

  /** Waits until an element is there. */
  async shown(): Promise<Found> {
    let found: Found | undefined;
    await expect
      .poll(
        async () => {
          [found] = await this.screen.find(this.wanted);
          return found !== undefined;
        },
        { message: `shows ${describe(this.wanted)}` },
      )
      .toBe(true);
    if (!found) throw new Error(`${describe(this.wanted)} is not shown`);
    return found;
  }

  async hidden(): Promise<void> {
    await expect.poll(() => this.count(), { message: `hides ${describe(this.wanted)}` }).toBe(0);
  }

  /** Clicks once the element is enabled and does not move. */
  async click(): Promise<void> {
    let last = '';
    const isSteady = async () => {
      const { x, y, isEnabled } = await this.shown();
      const before = last;
      last = `${x} ${y}`;
      return isEnabled && before === last;
    };
    await expect.poll(isSteady, { intervals: [20] }).toBe(true);
    const { x, y } = await this.shown();
    await this.screen.tab.clickAt(x, y);
  }

  /** Replaces the value of a field by typing. */
  async fill(text: string): Promise<void> {
    await this.click();
    await this.screen.press('Control+a', 'Backspace');
    await this.screen.type(text);
    await expect.poll(async () => (await this.shown()).value).toBe(text);
  }

  async hasFocus(): Promise<void> {
    const message = `${describe(this.wanted)} has the focus`;
    await expect.poll(async () => (await this.shown()).hasFocus, { message }).toBe(true);
  }

  async contains(text: Name): Promise<void> {
    const read = expect.poll(async () => (await this.shown()).text);
    await (typeof text === 'string' ? read.toContain(text) : read.toMatch(text));
  }
}

function describe({ role, name, inside }: Wanted): string {
  const named = typeof name === 'object' ? `/${name.pattern}/` : JSON.stringify(name ?? '');
  return `${role} ${named}${inside ? ` in ${describe(inside)}` : ''}`;
}
