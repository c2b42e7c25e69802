import { WorkTree } from '../support/work-tree.ts';
import { expect, test } from './test.ts';

const stage = (name: string, commands: string[], after: string[] = []) =>
  [
    'kind: pipeline',
    'type: exec',
    `name: ${name}`,
    `depends_on: [${after.join(', ')}]`,
    'clone: { disable: true }',
    'steps:',
    ...commands.map((command, at) => `- { name: part ${at + 1}, commands: ['${command}'] }`),
    '',
  ].join('\n');

test.beforeEach(async ({ millrace, slug, admin }) => {
  const tree = await WorkTree.create(millrace, slug);
  const file = [
    stage('compile', ['echo first', 'echo second']),
    stage('test', ['exit 1'], ['compile']),
  ].join('---\n');
  await tree.commit({ '.drone.yml': file }, 'Grind wheat');
  await tree.push();
  await admin.finishedBuild(slug, 1);
});

test('opens a build from the search with the keyboard', async ({ millrace, slug, screen }) => {
  await screen.press('Control+k');
  const search = screen.get('dialog', 'Search');
  await screen.get('combobox', undefined, search).hasFocus();
  await screen.type(`${slug} grin whea`);
  await screen.get('option', /#1 Grind wheat/, search).shown();
  await screen.press('Escape');
  await search.hidden();
  await screen.press('Control+k');
  await screen.get('combobox', undefined, search).hasFocus();
  await screen.type(`${slug}#1`);
  await screen.get('option', /#1/, search).shown();
  await screen.press('Enter');
  await screen.isAt(new RegExp(`^${millrace.url}/${slug}/1(/|$)`));
});

test('changes step, view and size of the log with single keys', async ({
  millrace,
  slug,
  screen,
}) => {
  await screen.goto(`${millrace.url}/${slug}/1/1/1`);
  await screen.get('log').contains('first');
  await screen.press(']');
  // The address changes first.
  await screen.get('log').contains('second');
  await screen.isAt(`${millrace.url}/${slug}/1/1/2`);
  await screen.press('[');
  await screen.get('log').contains('first');
  await screen.isAt(`${millrace.url}/${slug}/1/1/1`);
  await screen.press('n');
  await screen.isAt(`${millrace.url}/${slug}/1/2/1`);
  const heading = screen.get('heading', /Grind wheat/);
  await heading.shown();
  const width = () => screen.run(() => document.querySelector('[role=log]')?.clientWidth ?? 0);
  const before = await width();
  await screen.press('z');
  await expect.poll(width).toBeGreaterThan(before);
  await screen.press('Escape');
  await expect.poll(width).toBe(before);
  const graph = screen.get('region', 'Stages and steps as a graph');
  await screen.press('g');
  await graph.shown();
  await screen.press('t');
  await screen.get('row', /compile/).shown();
  await graph.hidden();
  await screen.press('l');
  await screen.get('log').shown();
});

test('selects a step in the graph, and opens one in the timeline', async ({
  millrace,
  slug,
  screen,
}) => {
  await screen.goto(`${millrace.url}/${slug}/1?view=graph`);
  const graph = screen.get('region', 'Stages and steps as a graph');
  const node = (name: RegExp) => screen.get('button', name, graph);
  await node(/compile/).click();
  await expect.poll(async () => (await node(/compile/).shown()).pressed).toBe('true');
  await node(/part 2/).click();
  const drawer = screen.get('dialog', /part 2/);
  await drawer.contains('second');
  await screen.press('Escape');
  await drawer.hidden();
  await screen.get('button', 'Timeline').click();
  await screen.get('link', /part 1/, screen.get('row', /part 1/)).click();
  await screen.isAt(/\/1\/1\/1$/);
  await screen.get('log').contains('first');
});
