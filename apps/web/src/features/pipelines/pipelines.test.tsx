// @vitest-environment happy-dom
import { getBranchFile, getCommitPlan, planPipelineFile } from '@millrace/contract/api';
import {
  expect,
  findAddress,
  screen,
  test,
  textsOf,
  waitFor,
  within,
} from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const findPlan = async () => within(await screen.findByRole('region', { name: 'Pipelines' }));

test('shows what the file of a branch does for each event', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  await open('/octo/hello/pipelines?branch=release');
  const plan = await findPlan();
  const stages = within(await plan.findByRole('list', { name: 'Stages' }));
  stages.getByText('event is "push", not "tag"');
  expect(mock.calls(getBranchFile).at(-1)?.query).toEqual({ branch: 'release' });
  expect(mock.calls(planPipelineFile)).toHaveLength(1);
  await user.click(plan.getByRole('button', { name: 'Tag' }));
  await findAddress('/octo/hello/pipelines?branch=release&event=tag');
  await waitFor(() => expect(stages.queryByText('event is "push", not "tag"')).toBeNull());
  await plan.findByRole('region', { name: 'Stages and steps as a graph' });
});

test('explains why a commit has not been built', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  await open('/octo/hello/pipelines');
  await findPlan();
  await user.click(screen.getByRole('button', { name: 'Why did a commit not build?' }));
  expect(screen.getByLabelText('Commit')).toHaveFocus();
  await user.keyboard('v1.2.0');
  await user.click(screen.getByRole('button', { name: 'Explain' }));
  await screen.findByText(
    'A push of aaaaaaaa “Grind finer [skip ci]” starts no build: the commit message asks to skip.',
  );
  await findAddress('/octo/hello/pipelines?commit=v1.2.0');
  expect(mock.calls(getCommitPlan)[0]?.path).toBe('/api/repos/octo/hello/pipeline/commits/v1.2.0');

  mock.state.commitPlan = { ...mock.state.commitPlan, refusal: null, builds: [7, 3] };
  await open('/octo/hello/pipelines?commit=v1');
  const answer = within(await screen.findByText(/has been built:/));
  expect(textsOf(answer.getAllByRole('link'))).toEqual(['#7', '#3']);

  mock.state.commitPlan = { ...mock.state.commitPlan, builds: [], has_file: false, push: null };
  await open('/octo/hello/pipelines?commit=v1');
  await screen.findByText(/it has no file \.drone\.yml/);

  mock.fail(getCommitPlan, 'There is no commit v9', 404);
  await open('/octo/hello/pipelines?commit=v9');
  await screen.findByText('There is no commit v9');
});

test('says that a branch has no pipeline file', async ({ mock, open }) => {
  serveConfig({ extras: true });
  mock.state.branchFile = { ...mock.state.branchFile, text: '' };
  await open('/octo/hello/pipelines');
  await screen.findByText('The branch master has no file .drone.yml.');
  expect(mock.calls(planPipelineFile)).toEqual([]);
});

test('does not exist in front of other servers', async ({ open }) => {
  serveConfig({ extras: false });
  await open('/octo/hello/pipelines');
  await screen.findByText("That's all we know.");
});
