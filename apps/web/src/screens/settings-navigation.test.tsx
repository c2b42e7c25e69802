// @vitest-environment happy-dom
import { activateRepo } from '@millrace/contract/api';
import { readOnly, sampleRepo } from '@millrace/contract/testing';
import {
  expect,
  findAddress,
  findToast,
  screen,
  test,
  textsOf,
  waitFor,
  within,
} from '../testing/screen-test.tsx';
import { serveConfig } from '../testing/serve-config.ts';

const settings = '/octo/hello/settings';
const links = [
  ['General', ''],
  ['Secrets', '/secrets'],
  ['Cron Jobs', '/cron'],
  ['Badges', '/badges'],
  ['Secrets', '/org-secrets'],
  ['Templates', '/templates'],
] as const;

const findNavigation = async () =>
  within(await screen.findByRole('navigation', { name: 'Settings' }));

test('links every section of the settings', async ({ open, user }) => {
  await open(settings);
  const navigation = await findNavigation();
  expect(textsOf(await navigation.findAllByRole('link'))).toEqual(links.map(([name]) => name));
  navigation.getByRole('heading', { name: 'Organization' });
  for (const [index, [, section]] of links.entries()) {
    const link = () =>
      screen.getByRole('navigation', { name: 'Settings' }).querySelectorAll('a')[index];
    await user.click(link() as Element);
    await findAddress(`${settings}${section}`);
    await waitFor(() => expect(link()).toHaveAttribute('aria-current', 'page'));
  }
});

test('finds settings by their names and by what they contain', async ({ open, user }) => {
  serveConfig({ extras: true });
  await open(settings);
  const navigation = await findNavigation();
  const search = await navigation.findByRole('searchbox', { name: 'Search settings' });
  const found = async (words: string) => {
    await user.clear(search);
    await user.type(search, words);
    return textsOf(navigation.queryAllByRole('link'));
  };
  expect(await found('secr')).toEqual(['Secrets', 'Secrets']);
  expect(await found('password')).toEqual(['Secrets']);
  expect(await found('timeout')).toEqual(['General']);
  expect(await found('nothing at all')).toEqual([]);
  expect(navigation.getByRole('status')).toHaveTextContent('No settings match.');
});

test('lets the admin of an inactive repository activate it', async ({ mock, open, user }) => {
  mock.state.repos = [sampleRepo({ active: false })];
  await open(settings);
  await screen.findByText('This Repository is not Active.');
  screen.getByText('Please activate your repository to begin executing pipelines.');
  const navigation = screen.queryByRole('navigation', { name: 'Settings' });
  expect(navigation?.querySelector('a') ?? null).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Activate Repository' }));
  await findToast('Repo has been successfully enabled');
  await screen.findByRole('button', { name: 'Save Changes' });
  expect(await (await findNavigation()).findAllByRole('link')).toHaveLength(6);
  await screen.findByRole('button', { name: 'New Build' });
});

test('tells other viewers who can activate an inactive repository', async ({ mock, open }) => {
  mock.state.repos = [sampleRepo({ active: false, permissions: { ...readOnly, write: true } })];
  await open(settings);
  await screen.findByText(
    'Please contact the repository administrator to activate this repository.',
  );
  expect(screen.queryByRole('button', { name: 'Activate Repository' })).toBeNull();
});

test('shows only the message of a failed activation', async ({ mock, open, user }) => {
  mock.state.repos = [sampleRepo({ active: false })];
  mock.fail(activateRepo, 'the forge refused the hook', 500);
  await open(settings);
  await user.click(await screen.findByRole('button', { name: 'Activate Repository' }));
  await findToast('the forge refused the hook');
});

test('shows a 404 page for an unknown section', async ({ open }) => {
  await open('/octo/hello/settings/nothing');
  await screen.findByText("That's all we know.");
});
