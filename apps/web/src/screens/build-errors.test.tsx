// @vitest-environment happy-dom
import { getBuild, getRepo } from '@millrace/contract/api';
import { errorMessages } from '@millrace/contract/errors';
import { setBuild } from '@millrace/contract/testing/mock-api';
import {
  expect,
  findAddress,
  screen,
  test,
  textsOf,
  waitFor,
  within,
} from '../testing/screen-test.tsx';

const guess = 'Something went wrong. It is highly likely that this page does not exist';
const findNotFound = () =>
  screen.findByRole('heading', {
    name: 'We are sorry, the resource you requested cannot be found.',
  });
const findAlert = async () => within(await screen.findByRole('main')).findByRole('alert');

for (const message of [errorMessages.notFound, errorMessages.noRows]) {
  test(`shows a 404 page for '${message}'`, async ({ mock, open }) => {
    mock.fail(getBuild, message, 404);
    await open('/octo/hello/1');
    await findNotFound();
    screen.getByText("That's all we know.");
    expect(document.body).not.toHaveTextContent('sql:');
  });
}

test('shows a 404 page for a missing repository', async ({ mock, open }) => {
  mock.fail(getRepo, errorMessages.notFound, 404);
  mock.fail(getBuild, errorMessages.notFound, 404);
  await open('/octo/hello/1');
  await findNotFound();
});

for (const path of ['0', 'x', '1/0', '1/1/0', '1/a']) {
  test(`shows a 404 page for the invalid path /${path}`, async ({ mock, open }) => {
    setBuild(mock);
    await open(`/octo/hello/${path}`);
    await findNotFound();
  });
}

test('shows the message of any other error', async ({ mock, open }) => {
  mock.fail(getBuild, 'the database is on fire', 400);
  await open('/octo/hello/1');
  expect((await findAlert()).textContent).toBe('the database is on fire');
});

test('shows the error of a build', async ({ mock, open }) => {
  setBuild(mock, { status: 'error', error: 'line 4: no such key', stages: [] });
  await open('/octo/hello/1');
  expect((await findAlert()).textContent).toBe('line 4: no such key');
});

test('shows an excerpt of a broken pipeline file around the error, with a hint', async ({
  mock,
  open,
  user,
}) => {
  const error = '.drone.yml: line 4, column 5: steps[0].commands[0] must be text';
  setBuild(mock, { status: 'error', attempt: 1, error, stages: [] });
  mock.state.pipelineFile = 'kind: pipeline\nsteps:\n- commands:\n  - echo done: yes\n';
  await open('/octo/hello/1');
  const excerpt = await screen.findByRole('figure', { name: '.drone.yml around line 4' });
  expect(excerpt).toHaveTextContent(/echo done: yes\s*\^/);
  screen.getByText(/Put quotes around it/);
  const view = within(screen.getByRole('group', { name: 'View' }));
  expect(textsOf(view.getAllByRole('button'))).toEqual(['Log View', 'Pipeline file']);
  await user.click(view.getByRole('button', { name: 'Pipeline file' }));
  const file = await screen.findByRole('figure', { name: 'Pipeline file' });
  expect(file).toHaveTextContent(/kind: pipeline/);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows an excerpt of a file of the folder', async ({ mock, open }) => {
  const error = '.drone/b.yml: line 2, column 8: steps must be a list';
  setBuild(mock, { status: 'error', attempt: 1, error, stages: [] });
  mock.state.pipelineFile =
    '# file: .drone.yml\nkind: pipeline\n---\n# file: .drone/b.yml\nkind: pipeline\nsteps: 3\n';
  await open('/octo/hello/1');
  const excerpt = await screen.findByRole('figure', { name: '.drone/b.yml around line 2' });
  expect(excerpt).toHaveTextContent(/^1kind: pipeline 2steps: 3\s*\^$/);
});

test('shows a converted pipeline file, and also its source', async ({ mock, open, user }) => {
  setBuild(mock, { attempt: 1 });
  mock.state.pipelineFile = 'kind: pipeline\nname: made\n';
  mock.state.sourceFile = 'local name = "made";\n';
  await open('/octo/hello/1?view=pipeline');
  const version = within(await screen.findByRole('group', { name: 'Version of the file' }));
  const file = () => screen.findByRole('figure', { name: 'Pipeline file' });
  expect(await file()).toHaveTextContent('name: made');
  await user.click(version.getByRole('button', { name: 'As read' }));
  await findAddress('/octo/hello/1?view=pipeline&source=read');
  expect(await file()).toHaveTextContent('local name');
});

test('reports a stage that does not exist', async ({ mock, open }) => {
  setBuild(mock);
  await open('/octo/hello/1/9/1');
  await waitFor(async () => expect((await findAlert()).textContent).toBe(guess));
});
