import type { Page } from '@playwright/test';
import { findBarriersInThemes } from '../support/barriers.ts';
import type { MockServer } from '../support/mock/server.ts';
import { someBuild, someBuilds, someRepo, someUser } from '../support/mock/state.ts';
import { expect, test } from '../support/screen.ts';

interface Screen {
  path: string;
  /** What shows once the screen is complete. */
  text: string | RegExp;
  prepare?: (mock: MockServer) => void;
  act?: (page: Page) => Promise<void>;
}

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click();
const asVisitor = (mock: MockServer) => {
  mock.state.user = null;
};
const asleep = (mock: MockServer) => {
  mock.state.repos = [someRepo({ active: false })];
};
const settings = '/octo/hello/settings';

const screens: Record<string, Screen> = {
  dashboard: { path: '/', text: 'Recent Activity' },
  'empty dashboard': {
    path: '/',
    text: 'Your Repository List is Empty.',
    prepare: (mock) => {
      mock.state.repos = [];
    },
  },
  search: {
    path: '/',
    text: 'Enter opens, → shows builds and branches',
    act: async (page) => {
      await press('Search')(page);
      await page.getByPlaceholder('Search repositories').fill('hello');
    },
  },
  welcome: { path: '/welcome', text: 'Welcome to Millrace', prepare: asVisitor },
  'login form': { path: '/login/form', text: 'Username', prepare: asVisitor },
  'login error': { path: '/login/error', text: /An error occured/, prepare: asVisitor },
  logout: { path: '/logout', text: /successfully terminated/ },
  register: { path: '/register', text: 'Complete your registration' },
  privacy: { path: '/privacy', text: /keeps about you/ },
  account: { path: '/account', text: 'a-personal-token' },
  builds: { path: '/octo/hello', text: 'Executions' },
  'empty builds': {
    path: '/octo/hello',
    text: 'Your Build List is Empty.',
    prepare: (mock) => {
      mock.state.builds = {};
    },
  },
  branches: { path: '/octo/hello/branches', text: 'release' },
  deployments: { path: '/octo/hello/deployments', text: 'production' },
  'new build': { path: '/octo/hello', text: 'Create a New Build', act: press('New Build') },
  'general settings': { path: settings, text: 'Project Webhooks' },
  'disable question': {
    path: settings,
    text: 'Are you sure you want to disable this repo?',
    act: press('Disable'),
  },
  'inactive repository': { path: settings, text: /is not Active/, prepare: asleep },
  secrets: { path: `${settings}/secrets`, text: 'password' },
  'new secret': {
    path: `${settings}/secrets`,
    text: 'Create a New Secret',
    act: press('New Secret'),
  },
  'organisation secrets': { path: `${settings}/org-secrets`, text: 'No Organization Secrets' },
  crons: { path: `${settings}/cron`, text: 'No Cron Jobs' },
  'new cron': {
    path: `${settings}/cron`,
    text: 'Create a New Cron Job',
    act: press('New Cron Job'),
  },
  badges: { path: `${settings}/badges`, text: /Build Status/ },
  templates: { path: `${settings}/templates`, text: 'greet.yaml' },
  'new template': {
    path: `${settings}/templates`,
    text: /std\.extVar/,
    act: press('New Template'),
  },
  users: { path: '/settings/users', text: 'brian' },
  'new user': { path: '/settings/users', text: 'Create a New User', act: press('New User') },
  'edit user': { path: '/settings/users', text: 'Edit user', act: press('Edit brian') },
  'not found': { path: '/404', text: "That's all we know.", prepare: asVisitor },
  'licence banners': {
    path: '/',
    text: 'Your Server License is Expired.',
    prepare: (mock) => {
      mock.config = { ...mock.config, licenseExpired: true, licenseLimitExceeded: true };
    },
  },
};

for (const [name, { path, text, prepare, act }] of Object.entries(screens)) {
  test(`${name} has no barriers in either theme`, async ({ page, mock }) => {
    mock.state.builds['octo/hello'] = [
      ...someBuilds(3, { status: 'failure' }),
      someBuild({ number: 0, status: 'running', finished: 0 }),
    ];
    mock.state.branches['octo/hello'] = [someBuild({ target: 'release' })];
    mock.state.deployments['octo/hello'] = [someBuild({ deploy_to: 'production' })];
    mock.state.secrets = [{ id: 1, name: 'password', pull_request: true }];
    mock.state.users = [someUser(), someUser({ id: 2, login: 'brian' })];
    const template = { id: 1, namespace: 'octo', name: 'greet.yaml', data: '' };
    mock.state.templates = [{ ...template, created: 0, updated: 0 }];
    prepare?.(mock);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await act?.(page);
    await expect(page.getByText(text).first()).toBeVisible();
    expect(await findBarriersInThemes(page)).toEqual([]);
  });
}
