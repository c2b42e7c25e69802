// @vitest-environment happy-dom
import { createToken } from '@millrace/contract/api';
import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { expect, findToast, screen, test, within } from '../testing/screen-test.tsx';

const { origin } = location;
const findFigure = async (name: string) => within(await screen.findByRole('figure', { name }));

test('the token, an example call and a command-line set-up can be copied', async ({
  mock,
  open,
  user,
  passTime,
}) => {
  await open('/account');
  await screen.findByRole('heading', { name: 'Account Settings' });
  for (const [name, text] of [
    ['Personal Token', 'a-personal-token'],
    [
      'Example API Call',
      `curl -i ${origin}/api/user \\\n  -H "Authorization: Bearer a-personal-token"`,
    ],
    [
      'Example Command Line Setup',
      `export DRONE_SERVER=${origin}\nexport DRONE_TOKEN=a-personal-token\ndrone info`,
    ],
  ] as const) {
    const figure = await findFigure(name);
    await figure.findByText(/a-personal-token/);
    await user.click(figure.getByRole('button', { name: 'Copy' }));
    await figure.findByRole('button', { name: 'Copied' });
    expect(await navigator.clipboard.readText()).toBe(text);
    await passTime(2000);
    figure.getByRole('button', { name: 'Copy' });
  }
  expect(mock.calls(createToken)[0]?.query).toEqual({});
});

test('Copied stays for two seconds', async ({ open, user: _, passTime }) => {
  await open('/account');
  const figure = await findFigure('Personal Token');
  await figure.findByText('a-personal-token');
  const copy = figure.getByRole('button', { name: 'Copy' });
  vi.setTimerTickMode('manual');
  await act(async () => copy.click());
  figure.getByRole('button', { name: 'Copied' });
  await passTime(1900);
  figure.getByRole('button', { name: 'Copied' });
  await passTime(200);
  expect(figure.queryByRole('button', { name: 'Copied' })).toBeNull();
});

test('a token that cannot be had is told', async ({ mock, open }) => {
  mock.fail(createToken, 'No token today', 500);
  await open('/account');
  await findToast('No token today');
  expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
});
