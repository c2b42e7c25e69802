// @vitest-environment happy-dom
import { revokeBadges } from '@millrace/contract/api';
import { sampleRepo } from '@millrace/contract/testing';
import { act } from '@testing-library/react';
import { vi } from 'vitest';
import {
  expect,
  findToast,
  screen,
  test,
  textsOf,
  waitFor,
  within,
} from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const badges = '/octo/hello/settings/badges';
const { origin } = location;
const image = `${origin}/api/badges/octo/hello/status.svg`;
const home = `${origin}/octo/hello`;
const admin = { read: true, write: true, admin: true };

test('shows a snippet for each syntax, and trims the branch', async ({ open, user }) => {
  await open(badges);
  const snippet = await screen.findByRole('figure', { name: 'Snippet' });
  const preview = screen.getByRole('img', { name: 'Build status' });
  const branch = screen.getByLabelText('Branch');
  const syntax = screen.getByLabelText('Syntax');
  expect(preview).toHaveAttribute('src', image);
  expect(branch).toHaveAttribute('placeholder', 'main');
  expect(textsOf(within(syntax).getAllByRole('option'))).toEqual(['Markdown', 'Markup', 'CCMenu']);
  expect(snippet).toHaveTextContent(`[![Build Status](${image})](${home})`);
  await user.type(branch, '  feature/wheel ');
  const ref = `${image}?ref=refs/heads/feature/wheel`;
  expect(snippet).toHaveTextContent(`[![Build Status](${ref})](${home})`);
  expect(preview).toHaveAttribute('src', ref);
  await user.selectOptions(syntax, 'Markup');
  expect(snippet).toHaveTextContent(`<a href="${home}"><img src="${ref}" alt="Build Status"></a>`);
  await user.selectOptions(syntax, 'CCMenu');
  expect(snippet).toHaveTextContent(`${origin}/api/badges/octo/hello/cc.xml`);
});

test('copies the snippet, and shows Copied! for two seconds', async ({
  open,
  user: _,
  passTime,
}) => {
  await open(badges);
  const copy = await screen.findByRole('button', { name: 'Copy' });
  vi.setTimerTickMode('manual');
  await act(async () => copy.click());
  screen.getByRole('button', { name: 'Copied!' });
  await passTime(1900);
  screen.getByRole('button', { name: 'Copied!' });
  await passTime(200);
  expect(screen.queryByRole('button', { name: 'Copied!' })).toBeNull();
  vi.setTimerTickMode('interval');
  expect(await navigator.clipboard.readText()).toBe(`[![Build Status](${image})](${home})`);
});

test('signs the address of a private repository, and shows what others see', async ({
  mock,
  open,
  user,
}) => {
  serveConfig({ extras: true });
  mock.state.repos = [sampleRepo({ visibility: 'private', permissions: admin })];
  await open(badges);
  await screen.findByText(/^Only people who may read this repository/);
  await user.click(screen.getByRole('button', { name: 'Sign the address' }));
  const snippet = await screen.findByRole('figure', { name: 'Snippet' });
  await waitFor(() => expect(snippet).toHaveTextContent(`${image}?signature=signed-`));
  await screen.findByText(/^The address is signed for this branch/);
  await user.type(screen.getByLabelText('Branch'), 'dev');
  expect(snippet).toHaveTextContent(`(${image}?ref=refs/heads/dev)`);
  await user.click(screen.getByRole('button', { name: 'Withdraw signed addresses' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Withdraw signed addresses' }));
  await findToast('Signed addresses are no longer valid');
  expect(mock.calls(revokeBadges)).toHaveLength(1);
});
