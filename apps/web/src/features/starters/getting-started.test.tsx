// @vitest-environment happy-dom
import { getStarterPipelines, type StarterPipeline } from '@millrace/contract/api';
import { readOnly, sampleRepo, sampleUser } from '@millrace/contract/testing';
import {
  expect,
  type ScreenFixtures,
  screen,
  test,
  waitFor,
  within,
} from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const starter = (fields: Partial<StarterPipeline>): StarterPipeline => ({
  kind: 'plain',
  type: 'exec',
  text: `kind: pipeline\ntype: ${fields.type ?? 'exec'}\nname: ${fields.kind ?? 'plain'}\n`,
  has_runner: true,
  ...fields,
});
const both = [starter({}), starter({ type: 'docker', has_runner: false })];
const { origin, host } = location;

async function copy({ user }: Pick<ScreenFixtures, 'user'>, name: string): Promise<string> {
  const figure = within(await screen.findByRole('figure', { name }));
  await user.click(figure.getByRole('button', { name: 'Copy' }));
  return navigator.clipboard.readText();
}

test('explains how to push a repository to an account without any', async ({
  mock,
  open,
  user,
}) => {
  serveConfig({ extras: true, links: { documentation: 'https://docs.example.com/' } });
  mock.state.repos = [];
  mock.state.starters.pipelines = both;
  await open('/');
  await screen.findByRole('heading', { name: 'Push your first repository' });
  expect(await copy({ user }, '.drone.yml')).toBe(both[0]?.text);
  const name = screen.getByLabelText('Repository name');
  await user.clear(name);
  await user.type(name, 'two words');
  screen.getByText('Use letters, digits, dots, dashes and underscores.');
  await user.clear(name);
  await user.type(name, 'mill');
  expect(await copy({ user }, 'Push the project from its folder')).toContain(
    `git remote add millrace ${origin.replace(host, `ada@${host}`)}/git/ada/mill.git\n`,
  );
  const section = within(screen.getByRole('region', { name: 'Push your first repository' }));
  expect(section.getByRole('link', { name: 'Documentation' })).toHaveAttribute(
    'href',
    'https://docs.example.com/',
  );
});

test('shows the requirements of the pipeline type, and whether a runner accepts it', async ({
  mock,
  open,
  user,
}) => {
  serveConfig({ extras: true });
  mock.state.repos = [];
  mock.state.starters.pipelines = both;
  await open('/');
  await screen.findByText(/^Steps run as processes on the machine of the runner\./);
  expect(screen.queryByText(/^No connected runner/)).toBeNull();
  await user.selectOptions(screen.getByLabelText('Runs in'), 'Containers (docker)');
  screen.getByText(/The runner needs a Docker engine\.$/);
  screen.getByText('No connected runner accepts docker pipelines at the moment.');
});

test('explains Sync if there is a forge', async ({ mock, open }) => {
  serveConfig({ extras: true, signIn: { password: false, forge: true } });
  mock.state.repos = [];
  await open('/');
  const section = within(await screen.findByRole('region', { name: 'Get your repositories' }));
  section.getByText(/^Press Sync at the top of this page\./);
  expect(screen.queryByText(/git push/)).toBeNull();
});

test('omits hints that other servers do not support', async ({ mock, open }) => {
  mock.state.repos = [];
  await open('/');
  await screen.findByText('Your Repository List is Empty.');
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
});

const unbuilt = sampleRepo({ slug: 'octo/hello', counter: 0, default_branch: 'main' });

test('suggests a pipeline file for the content of the repository', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.state.repos = [unbuilt];
  mock.state.builds = {};
  mock.state.starters = {
    state: 'missing',
    pipelines: [starter({ kind: 'go' }), ...both],
    converted: [],
  };
  await open('/octo/hello');
  await screen.findByText(/^octo\/hello has no \.drone\.yml on main yet, so nothing is built\./);
  await screen.findByText('Your Build List is Empty.');
  expect(screen.getByLabelText('Project')).toHaveValue('go');
  expect(await copy({ user }, '.drone.yml')).toContain('name: go');
  await user.selectOptions(screen.getByLabelText('Project'), 'Any project');
  expect(await copy({ user }, '.drone.yml')).toContain('name: plain');
});

test('offers the pipelines that stand for files of another CI system', async ({
  mock,
  open,
  user,
}) => {
  serveConfig({ extras: true });
  mock.state.repos = [unbuilt];
  mock.state.builds = {};
  const ci = {
    path: '.github/workflows/ci.yml',
    system: 'GitHub Actions',
    text: 'kind: pipeline\nname: test\n',
    steps: { found: 8, carried: 7 },
    notes: 1,
    problem: '',
  };
  const broken = {
    ...ci,
    path: '.circleci/config.yml',
    text: '',
    problem: 'its top level is no map',
  };
  mock.state.starters = { state: 'missing', pipelines: both, converted: [ci, broken] };
  await open('/octo/hello');
  await screen.findByText(/pipelines of another CI system, which are converted here\./);
  expect(await copy({ user }, '.drone.yml')).toBe(ci.text);
  screen.getByText(
    /^Converted from \.github\/workflows\/ci\.yml \(GitHub Actions\): 7 of 8 steps\./,
  );
  screen.getByText(/^One thing has no equivalent\./);
  await user.selectOptions(screen.getByLabelText('Converted from'), broken.path);
  screen.getByText('.circleci/config.yml cannot be converted: its top level is no map');
});

test('explains how to push to a repository without commits', async ({ mock, open }) => {
  serveConfig({ extras: true });
  mock.state.repos = [unbuilt];
  mock.state.builds = {};
  mock.state.starters = { state: 'empty', pipelines: both, converted: [] };
  await open('/octo/hello');
  await screen.findByText(/^octo\/hello has no commits yet\./);
  await screen.findByText(/git remote add millrace/);
});

test('suggests nothing if there is a file, a build, or no permission to push', async ({
  mock,
  open,
}) => {
  serveConfig({ extras: true });
  mock.state.repos = [unbuilt];
  mock.state.builds = {};
  await open('/octo/hello');
  await waitFor(() => expect(mock.calls(getStarterPipelines)).toHaveLength(1));
  expect(screen.queryByText('Add a pipeline')).toBeNull();
  mock.state.repos = [{ ...unbuilt, counter: 3 }];
  await open('/octo/hello');
  await screen.findByText('Your Build List is Empty.');
  mock.state.user = sampleUser({ admin: false });
  mock.state.repos = [{ ...unbuilt, permissions: readOnly }];
  await open('/octo/hello');
  await screen.findByText('Your Build List is Empty.');
  expect(mock.calls(getStarterPipelines)).toHaveLength(1);
});
