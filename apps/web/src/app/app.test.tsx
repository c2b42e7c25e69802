import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mockRepos } from '../testing/mock-data.ts';
import { renderApp } from '../testing/render-app.tsx';

const unauthorized = { status: 401, body: { message: 'Unauthorized' } };
const missing = { status: 404, body: { message: 'Not Found' } };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the dashboard lists repositories and filters them', async () => {
  renderApp('/');
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Recent Activity' })).toBeTruthy();
  const list = () => screen.getAllByRole('link', { name: /octo \/ |acme \/ |harbor \/ / });
  expect(list().length).toBe(6 + mockRepos.length);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: ' o/hello ' } });
  await waitFor(() => expect(list().length).toBe(6 + 1));
  expect(document.title).toBe('Dashboard - Millrace');
});

test('remembers the switch, the sort and the organisation', async () => {
  renderApp('/');
  fireEvent.click(await screen.findByRole('switch', { name: 'Active Only' }));
  fireEvent.change(screen.getByLabelText('Sort'), { target: { value: 'name' } });
  cleanup();
  renderApp('/');
  const activeOnly = await screen.findByRole<HTMLInputElement>('switch', { name: 'Active Only' });
  expect(activeOnly.checked).toBe(true);
  expect(screen.getByLabelText<HTMLSelectElement>('Sort').value).toBe('name');
});

test('an account without repositories reads why', async () => {
  renderApp('/', (_, url) =>
    url.pathname === '/api/user/repos' ? { status: 200, body: [] } : undefined,
  );
  expect(await screen.findByText('Your Repository List is Empty.')).toBeTruthy();
});

test('a visitor is asked to sign in and comes back to the page', async () => {
  renderApp('/?filter=hello', () => unauthorized);
  expect(await screen.findByRole('heading', { name: /Sign in.*登录/ })).toBeTruthy();
  expect(location.pathname).toBe('/welcome');
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Continue' });
  expect(link.getAttribute('href')).toBe('/login?return_to=%2F%3Ffilter%3Dhello');
});

test('an inactive repository can be activated by its admin only', async () => {
  const inactive = mockRepos.find((repo) => !repo.active);
  renderApp(`/${inactive?.slug}`);
  expect(await screen.findByText('This Repository is not Active.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Activate Repository' })).toBeTruthy();
  cleanup();
  const permissions = { read: true, write: true, admin: false };
  renderApp(`/${inactive?.slug}`, (_, url) =>
    url.pathname.startsWith('/api/repos/')
      ? { status: 200, body: { ...inactive, permissions } }
      : undefined,
  );
  expect(await screen.findByText(/Please contact the repository administrator/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Activate Repository' })).toBeNull();
});

test('New Build is for those who may write', async () => {
  renderApp('/octo/hello', (_, url) => {
    if (url.pathname === '/api/user') {
      return { status: 200, body: { id: 2, login: 'guest', admin: false, avatar: '' } };
    }
    const repo = mockRepos[0];
    const permissions = { read: true, write: false, admin: false };
    return url.pathname === '/api/repos/octo/hello'
      ? { status: 200, body: { ...repo, permissions } }
      : undefined;
  });
  expect(await screen.findByRole('heading', { name: 'Executions' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'New Build' })).toBeNull();
});

test('a build list that is not there leads to the not-found page', async () => {
  renderApp('/octo/hello', (_, url) => (url.pathname.endsWith('/builds') ? missing : undefined));
  await waitFor(() => expect(location.pathname).toBe('/404'));
  expect(
    await screen.findByText('We are sorry, the resource you requested cannot be found.'),
  ).toBeTruthy();
});

test('a build shows its stages, its step and its title', async () => {
  renderApp('/octo/hello/128/1/4');
  expect(await screen.findByRole('heading', { level: 1, name: /#128 / })).toBeTruthy();
  expect(document.title).toBe('Build #128.1.4 - octo/hello - Millrace');
  expect(await screen.findByText('Exit Code 2')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Restart' })).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Failure ?test/ }).getAttribute('aria-current')).toBe(
    'page',
  );
});

test.each([
  ['a stage that is not there', '/octo/hello/128/9'],
  ['a build with an error', '/octo/hello/127'],
])('%s shows what went wrong', async (_, path) => {
  renderApp(path, (_method, url) =>
    url.pathname.endsWith('/builds/127')
      ? { status: 200, body: { number: 127, status: 'error', error: 'yaml: line 3' } }
      : undefined,
  );
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/yaml: line 3|It is highly likely/);
});
