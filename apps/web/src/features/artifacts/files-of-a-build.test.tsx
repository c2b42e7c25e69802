// @vitest-environment happy-dom
import {
  type Artifact,
  deleteArtifact,
  deleteArtifacts,
  getArtifact,
  listArtifacts,
} from '@millrace/contract/api';
import { recentStage, recentStep, sampleRepo, sampleUser } from '@millrace/contract/testing';
import { type MockApi, setBuild } from '@millrace/contract/testing/mock-api';
import type { UserEvent } from '@testing-library/user-event';
import { giveHeight } from '../../testing/give-height.ts';
import {
  atBothWidths,
  confirm,
  expect,
  findToast,
  screen,
  test,
  waitFor,
  within,
} from '../../testing/screen-test.tsx';

const fileAt = (step: number, path: string, fields: Partial<Artifact> = {}): Artifact => ({
  stage: 1,
  step,
  path,
  size: 1500,
  sha256: 'ab12'.repeat(16),
  type: 'text/plain',
  created: 1_700_000_000,
  ...fields,
});
const queryList = () => screen.queryByRole('navigation', { name: 'Artifacts' });
const findLink = async (name: string) =>
  within(await screen.findByRole('navigation', { name: 'Artifacts' })).findByRole('link', {
    name: new RegExp(`^${name}`),
  });
const findShown = (name: string) => screen.findByRole('region', { name });

function giveFiles(mock: MockApi, files: Artifact[]) {
  giveHeight();
  const steps = [recentStep({ name: 'build' }), recentStep({ number: 2, name: 'test' })];
  const stages = [recentStage({ name: 'mill', steps })];
  setBuild(mock, { stages, attempt: 1, ...(files.length > 0 && { artifacts: files.length }) });
  mock.state.artifacts = files;
}

async function openFiles(open: (path: string) => Promise<void>, user: UserEvent) {
  await open('/octo/hello/1');
  await user.click(await screen.findByRole('button', { name: 'Artifacts' }));
}

atBothWidths((width) => {
  test('shows why files and their content cannot be loaded, and retries', async ({
    mock,
    open,
    user,
  }) => {
    giveFiles(mock, [fileAt(1, 'notes.txt')]);
    const release = mock.hold(listArtifacts);
    mock.fail(listArtifacts, 'The object store is away', 503);
    await openFiles(open, user);
    expect(queryList()).toBeNull();
    release();
    await screen.findByText('The object store is away', { selector: 'main *' });
    mock.restore(listArtifacts);
    mock.fail(getArtifact, 'The object store is away', 503);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await user.click(await findLink('notes.txt'));
    const shown = await findShown('notes.txt');
    await within(shown).findByRole('button', { name: 'Try again' });
    expect(shown).toHaveTextContent('1.5 kB');
    if (width === 'phone') await user.keyboard('{Escape}');
    else expect(location.search).toMatch(/file=1%2F1%2Fnotes.txt/);
  });

  test('is absent if the build has no artifacts', async ({ mock, open }) => {
    giveFiles(mock, []);
    await open('/octo/hello/1');
    await screen.findByRole('button', { name: 'Timeline' });
    expect(screen.queryByRole('button', { name: 'Artifacts' })).toBeNull();
  });
});

test('is translated to Chinese', async ({ mock, open }) => {
  giveFiles(mock, [fileAt(1, 'program', { type: 'application/octet-stream' })]);
  await open('/octo/hello/1?file=1%2F1%2Fprogram', 'zh-CN');
  await screen.findByText('此文件无法在此显示');
  await screen.findByRole('link', { name: '全部下载' });
  expect((await screen.findAllByText(/1 个文件[，,]/))[0]).toBeVisible();
});

test('opens pages and the files of a step in a new tab', async ({ mock, open, user }) => {
  giveFiles(mock, [
    fileAt(1, 'a b/index.html', { type: 'text/html', size: 30_000_000 }),
    fileAt(1, 'notes.txt'),
  ]);
  await openFiles(open, user);
  const step = await screen.findByRole('link', {
    name: 'Open the files of mill / build in a new tab',
  });
  const report = '/api/repos/octo/hello/builds/1/reports/1/1';
  expect(step).toHaveAttribute('href', report);
  expect(step).toHaveAttribute('target', '_blank');
  await user.click(await screen.findByTitle('a b/index.html'));
  const page = await screen.findByRole('link', {
    name: 'Open a b/index.html with its scripts in a new tab',
  });
  expect(page).toHaveAttribute('href', `${report}?path=a+b%2Findex.html`);
  expect(page).toHaveAttribute('rel', 'noopener noreferrer');
  await user.keyboard('{Escape}');
  await user.click(await findLink('notes.txt'));
  await findShown('notes.txt');
  expect(screen.queryByRole('link', { name: /^Open notes.txt/ })).toBeNull();
});

test('keeps the shown file when the deletion of another one finishes', async ({
  mock,
  open,
  user,
}) => {
  giveFiles(mock, [fileAt(1, 'first.txt'), fileAt(1, 'second.txt')]);
  await openFiles(open, user);
  const respond = mock.hold(deleteArtifact);
  await user.click(await findLink('first.txt'));
  await user.click(await screen.findByRole('button', { name: 'Delete first.txt' }));
  await confirm(user, 'Delete first.txt? This cannot be undone.', 'Delete');
  await waitFor(() => expect(mock.calls(deleteArtifact)).toHaveLength(1));
  await user.click(await findLink('second.txt'));
  await findShown('second.txt');
  respond();
  await waitFor(() => expect(screen.queryByRole('link', { name: /^first.txt/ })).toBeNull());
  await findShown('second.txt');
});

test('deletes all files after confirmation', async ({ mock, open, user }) => {
  giveFiles(mock, [fileAt(1, 'first.txt'), fileAt(1, 'second.txt')]);
  await openFiles(open, user);
  await findLink('first.txt');
  await user.click(screen.getByRole('button', { name: 'Delete all' }));
  const question = 'Delete all files of build #1?';
  expect(await screen.findByRole('alertdialog', { name: question })).toHaveAccessibleDescription(
    'The files of all attempts of octo/hello #1 are deleted and cannot be restored.',
  );
  await confirm(user, question, 'Delete all');
  await findToast('All files of the build have been deleted');
  await waitFor(() => expect(screen.queryByRole('link', { name: /^first.txt/ })).toBeNull());
  expect(mock.calls(deleteArtifacts)).toHaveLength(1);
});

test('keeps files that cannot be deleted', async ({ mock, open, user }) => {
  giveFiles(mock, [fileAt(1, 'first.txt')]);
  mock.fail(deleteArtifacts, 'database is locked', 500);
  await openFiles(open, user);
  await findLink('first.txt');
  await user.click(screen.getByRole('button', { name: 'Delete all' }));
  await confirm(user, 'Delete all files of build #1?', 'Delete all');
  await findToast('Unable to delete the files: database is locked');
  await findLink('first.txt');
});

test('lets only administrators delete all files', async ({ mock, open, user }) => {
  mock.state.user = sampleUser({ admin: false });
  mock.state.repos = [sampleRepo({ permissions: { read: true, write: true, admin: false } })];
  giveFiles(mock, [fileAt(1, 'first.txt')]);
  await openFiles(open, user);
  await findLink('first.txt');
  expect(screen.queryByRole('button', { name: 'Delete all' })).toBeNull();
});
