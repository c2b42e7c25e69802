// @vitest-environment happy-dom
import { listCrons, listSecrets } from '@millrace/contract/api';
import { readOnly, sampleRepo, sampleUser } from '@millrace/contract/testing';
import type { MockApi } from '@millrace/contract/testing/mock-api';
import { expect, screen, test, waitFor } from '../testing/screen-test.tsx';
import { serveConfig } from '../testing/serve-config.ts';

const settings = '/octo/hello/settings';
const asReader = (mock: MockApi) => {
  mock.state.user = sampleUser({ admin: false });
  mock.state.repos = [sampleRepo({ permissions: readOnly })];
};

test('shows general settings read-only to a reader, with the reason', async ({ mock, open }) => {
  asReader(mock);
  await open(settings);
  await screen.findByText('Only administrators of this repository can change these settings.');
  const controls = [
    screen.getByRole('switch', { name: 'Disable forks' }),
    screen.getByRole('radio', { name: /^Private/ }),
    screen.getByRole('combobox', { name: 'Timeout' }),
    screen.getByLabelText('Configuration'),
    ...['Save Changes', 'Disable', 'Repair'].map((name) => screen.getByRole('button', { name })),
  ];
  for (const control of controls) expect(control).toBeDisabled();
});

test('shows general settings read-only to a writer', async ({ mock, open }) => {
  asReader(mock);
  mock.state.repos = [sampleRepo({ permissions: { ...readOnly, write: true } })];
  await open(settings);
  expect(await screen.findByRole('button', { name: 'Save Changes' })).toBeDisabled();
});

test.for([
  ['secrets', 'Only people with write permission in this repository can see its secrets.'],
  ['cron', 'Only people with write permission in this repository can see its cron jobs.'],
  ['files', 'Only administrators of this repository can see these settings.'],
])(
  'explains to a reader who can see /%s, and sends no request',
  async ([path, text = ''], { mock, open }) => {
    serveConfig({ extras: true });
    asReader(mock);
    await open(`${settings}/${path}`);
    await screen.findByText(text);
    expect([...mock.calls(listSecrets), ...mock.calls(listCrons)]).toEqual([]);
  },
);

test.for([
  ['org-secrets', 'New Organization Secret'],
  ['templates', 'New Template'],
])(
  'lets only the owner of a namespace change its /%s',
  async ([path, add = ''], { mock, open }) => {
    serveConfig({ extras: true });
    mock.state.user = sampleUser({ admin: false });
    mock.state.orgSecrets = [{ id: 1, namespace: 'octo', name: 'key', pull_request: false }];
    mock.state.templates = [
      { id: 1, namespace: 'octo', name: 'a.yaml', data: '', created: 0, updated: 0 },
    ];
    await open(`${settings}/${path}`);
    await screen.findByText('Only octo and system administrators can change this.');
    expect(screen.getByRole('button', { name: add })).toBeDisabled();
    expect(await screen.findByRole('button', { name: /^Delete (key|a\.yaml)$/ })).toBeDisabled();
  },
);

test.for([
  ['org-secrets', 'New Organization Secret'],
  ['templates', 'New Template'],
  ['org-registries', 'New Registry'],
])('lets owners of an organization change its /%s', async ([path, add = ''], { mock, open }) => {
  serveConfig({ extras: true });
  mock.state.user = sampleUser({ admin: false });
  mock.state.organizations = [
    { name: 'octo', members_create_repositories: false, created: 1, role: 'owner' },
  ];
  await open(`${settings}/${path}`);
  await waitFor(() => expect(screen.getByRole('button', { name: add })).toBeEnabled());
});
