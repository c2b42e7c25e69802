// @vitest-environment happy-dom
import { backTestPipelineFile, planPipelineFile } from '@millrace/contract/api';
import { expect, screen, test, waitFor, within } from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

test('shows what builds of each event would run, and why not', async ({ open, user }) => {
  serveConfig({ extras: true });
  await open('/octo/hello/settings/pipeline');
  const stages = await screen.findByRole('list', { name: 'Stages' });
  expect(stages).toHaveTextContent('release left outafter testevent is "push", not "tag"');
  await user.click(screen.getByRole('button', { name: 'Tag' }));
  expect(screen.getByRole('list', { name: 'Stages' })).toHaveTextContent('release runs');
});

test('shows who starts a stage, and what else is cloned', async ({ mock, open }) => {
  serveConfig({ extras: true });
  const [pipeline] = mock.state.filePlan.builds[0]?.pipelines ?? [];
  const [clone] = pipeline?.steps ?? [];
  if (!pipeline || !clone) throw new Error('The plan has no steps');
  pipeline.manual = 'admin';
  clone.repositories = [
    { repository: 'acme/library', ref: '', path: 'library' },
    { repository: 'acme/x', ref: 'v1', path: 'y' },
  ];
  await open('/octo/hello/settings/pipeline');
  const stages = await screen.findByRole('list', { name: 'Stages' });
  expect(stages).toHaveTextContent('Waits until an administrator of the repository starts it');
  expect(stages).toHaveTextContent('clone acme/library in library acme/x@v1 in y');
});

test('lists the last builds under the file', async ({ open }) => {
  serveConfig({ extras: true });
  await open('/octo/hello/settings/pipeline');
  await screen.findByText('1 of the last 2 builds would differ');
  const list = within(screen.getByRole('region', { name: 'Last builds under this file' }));
  const [changed] = list.getAllByRole('listitem');
  expect(changed).toHaveTextContent(/test › lint would not run branch is "master"/);
  expect(changed).toHaveTextContent('Critical path about 60 s instead of 90 s');
  expect(list.getByRole('link', { name: '#2' })).toHaveAttribute('href', '/octo/hello/2');
});

test('counts the stages and steps of a build that are not listed', async ({ mock, open }) => {
  serveConfig({ extras: true });
  const builds = mock.state.backTest.builds.map((build) => ({ ...build, more_changes: 152 }));
  mock.state.backTest = { ...mock.state.backTest, builds: builds.slice(0, 1) };
  await open('/octo/hello/settings/pipeline');
  await screen.findByText('And 152 more stages and steps');
});

test('tells once that none of the last builds could start', async ({ mock, open }) => {
  serveConfig({ extras: true });
  const builds = mock.state.backTest.builds.map((build) => ({ ...build, error: 'line 4: no' }));
  mock.state.backTest = { ...mock.state.backTest, builds };
  await open('/octo/hello/settings/pipeline');
  await screen.findByText('None of the last 2 builds could start: line 4: no');
  expect(screen.queryByRole('link', { name: '#2' })).toBeNull();
});

test('says when the stages of a matrix are decided', async ({ mock, open }) => {
  serveConfig({ extras: true });
  const { filePlan } = mock.state;
  const builds = filePlan.builds.map((build) => ({
    ...build,
    pipelines: build.pipelines.map((pipeline) => ({ ...pipeline, matrix_from: ['plan'] })),
  }));
  mock.state.filePlan = { ...filePlan, builds };
  await open('/octo/hello/settings/pipeline');
  const decided = 'a matrix, whose stages are decided when plan has finished';
  expect((await screen.findAllByText(decided))[0]).toBeVisible();
});

test('shows findings with their lines', async ({ mock, open }) => {
  serveConfig({ extras: true });
  const problem = { severity: 'error', document: 1, line: 4, column: 1, message: 'no' } as const;
  mock.state.filePlan = { ...mock.state.filePlan, problems: [problem] };
  await open('/octo/hello/settings/pipeline');
  expect(await screen.findByRole('list', { name: 'Findings' })).toHaveTextContent('Line 4: no');
});

test('shows the draft of the tab, and discards it', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  const key = 'millrace.pipeline-draft.octo/hello/master';
  sessionStorage.setItem(key, JSON.stringify({ text: 'a draft', commit: 'a'.repeat(40) }));
  await open('/octo/hello/settings/pipeline');
  await waitFor(() => {
    expect(mock.calls(planPipelineFile).at(-1)?.body).toMatchObject({ text: 'a draft' });
  });
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(sessionStorage.getItem(key)).toBeNull();
  await waitFor(() => {
    const { text } = mock.state.branchFile;
    expect(mock.calls(backTestPipelineFile).at(-1)?.body).toMatchObject({ text });
  });
});

test('is linked from the settings', async ({ open }) => {
  serveConfig({ extras: true });
  await open('/octo/hello/settings');
  const link = await screen.findByRole('link', { name: 'Pipeline file' });
  expect(link).toHaveAttribute('href', '/octo/hello/settings/pipeline');
});

test('is hidden in front of an original server', async ({ open }) => {
  await open('/octo/hello/settings/pipeline');
  await screen.findByRole('heading', { name: /cannot be found/ });
});
