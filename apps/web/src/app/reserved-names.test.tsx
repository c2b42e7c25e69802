// @vitest-environment happy-dom
import { getBuild, getRepo } from '@millrace/contract/api';
import { isReservedName } from '@millrace/contract/reserved-names';
import { sampleRepo } from '@millrace/contract/testing';
import { createRoutesFromElements } from 'react-router';
import { paths } from '../lib/paths.ts';
import { expect, screen, test, waitFor } from '../testing/screen-test.tsx';
import { AppRoutes } from './app-routes.tsx';

type Routes = ReturnType<typeof createRoutesFromElements>;

function listPaths(routes: Routes): string[] {
  return routes.flatMap(({ path, children = [] }) => [
    ...(path ? [path] : []),
    ...listPaths(children),
  ]);
}

test('reserves the first segment of every page', () => {
  const fixed = Object.values(paths).filter((path) => typeof path === 'string');
  const pages = [...listPaths(createRoutesFromElements(AppRoutes().props.children)), ...fixed];
  const segments = pages.map((path) => path.split(/[/?]/)[1] ?? '');
  const names = segments.filter((segment) => segment !== '' && !segment.startsWith(':'));
  expect(names).toEqual(expect.arrayContaining(['account', 'settings', 'welcome']));
  expect(names.filter((name) => !isReservedName(name))).toEqual([]);
});

test('shows a repository whose namespace is an address of the server', async ({ mock, open }) => {
  const slug = 'settings/users';
  mock.state.repos = [{ ...sampleRepo(), namespace: 'settings', name: 'users', slug }];
  expect(paths.repo(slug)).toBe('/~settings/users');
  await open(paths.repo(slug));
  expect(await screen.findByRole('heading', { level: 1, name: /users/ })).toBeVisible();
  await waitFor(() =>
    expect(mock.calls(getRepo)[0]?.params).toEqual({ namespace: 'settings', name: 'users' }),
  );
  expect(mock.calls(getBuild)).toEqual([]);
});
