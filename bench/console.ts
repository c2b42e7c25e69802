// Time until a log is displayed, and responsiveness of the page. Logs of 5k, 50k, 200k and 1M lines,
// written by real steps, in real Chromium: from the click on a step to its first screen, from
// `Show all logs` to its last line, the longest task of the page's thread, DOM nodes, JavaScript heap, and
// a search. Then follows the log of a running step. `npm run bench -- console 5000 50000` chooses the
// sizes.
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { Millrace } from '../e2e/support/millrace.ts';
import { signIn } from '../e2e/support/test.ts';
import { pipelineOf, WorkTree } from '../e2e/support/work-tree.ts';

const given = process.argv.slice(2).map(Number).filter(Boolean);
const sizes = given.length > 0 ? given : [5000, 50_000, 200_000, 1_000_000];
const rates = [1000, 5000];
const liveSec = 8;

const say = (text: string) => process.stdout.write(`${text}\n`);
const ms = (value: number) => `${Math.round(value).toLocaleString('en')} ms`;

const millrace = await Millrace.start({
  MILLRACE_RUNNER_CAPACITY: '1',
  MILLRACE_LOG_LIMIT_MB: '500',
});
const browser = await chromium.launch({
  executablePath: process.env.MILLRACE_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await watchLongTasks(page);
  await signIn(page, millrace.url, 'admin', millrace.adminPassword);
  const tree = await WorkTree.create(millrace, 'admin/bench');
  let build = 0;
  for (const size of sizes) {
    await tree.commit({ '.drone.yml': pipelineOf([printing(size)]) }, `${size} lines`);
    await tree.push();
    build++;
    await page.goto(`${millrace.url}/admin/bench/${build}/1/2`);
    await page.getByText('Exit Code 0').waitFor({ timeout: 300_000 });
    await measureFinished(page, cdp, `${millrace.url}/admin/bench/${build}/1/1`, size);
  }
  for (const rate of rates) {
    await tree.commit({ '.drone.yml': pipelineOf([printingAt(rate)]) }, `${rate} lines/s`);
    await tree.push();
    build++;
    await measureLive(page, `${millrace.url}/admin/bench/${build}/1/2`, rate);
  }
} finally {
  await browser.close();
  await millrace.dispose();
}

function printing(lines: number): string {
  const text =
    'compile src/module/file-%08.0f.ts -> dist/module/file.js (1234 bytes, 12 ms, cache hit)';
  return `seq -f '${text}' 1 ${lines}`;
}

/** Creates a command that prints lines, each with the time at which it was printed, in milliseconds. */
function printingAt(rate: number): string {
  const script = `
    const started = Date.now();
    let printed = 0;
    const timer = setInterval(() => {
      const due = Math.floor(((Date.now() - started) * ${rate}) / 1000);
      let text = "";
      for (; printed < due; printed++) text += "live " + printed + " " + Date.now() + "\\n";
      process.stdout.write(text);
      if (printed >= ${rate * liveSec}) clearInterval(timer);
    }, 10);`;
  return `node -e '${script.replace(/\s+/g, ' ')}'`;
}

async function measureFinished(
  page: Page,
  cdp: CDPSession,
  url: string,
  size: number,
): Promise<void> {
  // The page shows the log of the other step first; the measurement starts with the click on this one.
  await page.goto(url);
  await page.getByRole('log').waitFor();
  await resetLongTasks(page);
  const last = `file-${String(size).padStart(8, '0')}.ts`;
  const firstScreen = await timed(async () => {
    await page.getByRole('link', { name: /work/ }).last().click();
    await page.getByRole('log').getByText(last).waitFor();
  });
  const whole = await timed(async () => {
    await page.getByRole('button', { name: 'Show all logs' }).click();
    await page.waitForFunction(
      () => document.querySelector('[role=log]')?.getAttribute('aria-busy') === 'false',
      undefined,
      { polling: 'raf' },
    );
    await page.getByRole('log').getByText(last).waitFor();
  });
  const loading = await longestTask(page);
  await resetLongTasks(page);
  const scrolling = await timed(async () => {
    await page.getByRole('log').evaluate((element) => element.scrollTo({ top: 0 }));
    await page.getByRole('log').getByText('file-00000001.ts').waitFor();
  });
  await page.getByRole('button', { name: 'Search the log' }).click();
  const search = await timed(async () => {
    await page.getByRole('textbox', { name: 'Search the log' }).fill('hit');
    await page.getByText(`of ${(size + 1).toLocaleString('en')}`).waitFor();
  });
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  const { metrics } = await cdp.send('Performance.getMetrics');
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
  say(
    `${size.toLocaleString('en')} lines: first screen ${ms(firstScreen)}, all lines ${ms(whole)}, ` +
      `scroll to the top ${ms(scrolling)}, search ${ms(search)}, longest task ${ms(Math.max(loading, await longestTask(page)))}, ` +
      `${nodes} nodes, heap ${(heap / 1_000_000).toFixed(0)} MB`,
  );
}

async function measureLive(page: Page, url: string, rate: number): Promise<void> {
  await page.goto(url);
  await page
    .getByRole('log')
    .getByText(/^live \d/)
    .first()
    .waitFor({ timeout: 60_000 });
  await resetLongTasks(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const before = await taskSeconds(cdp);
  const started = performance.now();
  const delays: number[] = [];
  while (performance.now() - started < (liveSec - 3) * 1000) {
    const delay = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          requestAnimationFrame(() => {
            const rows = document.querySelectorAll('[role=log] [data-from]');
            const times = [...rows].map((row) =>
              Number(/^live \d+ (\d+)/.exec(row.textContent ?? '')?.[1] ?? 0),
            );
            resolve(Date.now() - Math.max(...times));
          });
        }),
    );
    delays.push(delay);
  }
  const longest = await longestTask(page);
  const busySeconds = (await taskSeconds(cdp)) - before;
  const share = busySeconds / ((performance.now() - started) / 1000);
  await page.getByText('Exit Code 0').waitFor({ timeout: 60_000 });
  const answer = await page.evaluate(async (address) => {
    const [, namespace, name, build, stage, step] = new URL(address).pathname.split('/');
    const path = `/api/repos/${namespace}/${name}/builds/${build}/logs/${stage}/${step}`;
    return (await (await fetch(path)).json()) as { pos: number; out: string }[];
  }, url);
  await page.getByRole('button', { name: 'Show all logs' }).click();
  await page.getByRole('button', { name: 'Search the log' }).click();
  await page.getByRole('button', { name: 'Regular expression' }).click();
  await page.getByRole('textbox', { name: 'Search the log' }).fill('^live \\d+ ');
  await page.getByText(/^[\d,]+ of /).waitFor();
  const counted = (await page.getByText(/^[\d,]+ of /).textContent())?.split(' of ')[1];
  const numbers = answer.flatMap(({ out }) => /^live (\d+) /.exec(out)?.[1] ?? []).map(Number);
  const printed = Math.max(...numbers) + 1;
  const lost = printed - new Set(numbers).size;
  const duplicated = numbers.length - new Set(numbers).size;
  delays.sort((a, b) => a - b);
  const at = (part: number) => delays[Math.floor(delays.length * part)] ?? 0;
  say(
    `${rate.toLocaleString('en')} lines/s: page busy ${(share * 100).toFixed(0)} %, print to paint p50 ${ms(at(0.5))}, ` +
      `p99 ${ms(at(0.99))}, longest task ${ms(longest)}, ${printed.toLocaleString('en')} printed, ` +
      `${counted} in the page, ${lost} lost, ${duplicated} duplicated`,
  );
}

async function taskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

async function timed(run: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

async function watchLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tasks.push(entry.duration);
    }).observe({ type: 'longtask', buffered: true });
  });
}

function resetLongTasks(page: Page): Promise<void> {
  return page.evaluate(() => {
    (window as unknown as { longTasks: number[] }).longTasks.length = 0;
  });
}

function longestTask(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks),
  );
}
