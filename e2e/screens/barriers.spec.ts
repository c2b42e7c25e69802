import {
  readOnly,
  recentBuild,
  recentBuilds,
  sampleDelivery,
  sampleMember,
  sampleRepo,
  sampleSubscription,
  sampleUser,
} from '@millrace/contract/testing';
import type { Page } from '@playwright/test';
import { findBarriersInThemes, findLostWidth } from '../support/barriers.ts';
import { everyPage, fillServer, openPage } from '../support/every-page.ts';
import type { MockServer } from '../support/mock/server.ts';
import { expect, test } from '../support/screen.ts';

interface Screen {
  path: string;
  /** Text on the completely loaded screen. */
  text: string | RegExp;
  prepare?: (mock: MockServer) => void;
  /** Dialogs and menus to open in sequence; Escape closes each. */
  opens?: { act: (page: Page) => Promise<void>; text: string | RegExp; besides?: string[] }[];
}

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click();
const search = async (page: Page) => {
  await press('Search')(page);
  await page.getByPlaceholder('Search repositories').fill('hello');
};
const asVisitor = (mock: MockServer) => {
  mock.state.user = null;
};
const asReader = (mock: MockServer) => {
  mock.state.user = sampleUser({ admin: false });
  mock.state.repos = [sampleRepo({ permissions: readOnly })];
};
const settings = '/octo/hello/settings';
const noOverflow = { enlarged: 0, apart: 0 };

const screens: Record<string, Screen> = {
  'dashboard with search': {
    path: '/',
    text: 'Recent Activity',
    opens: [{ act: search, text: 'octo / hello' }],
  },
  'empty dashboard': {
    path: '/',
    text: 'Your Repository List is Empty.',
    prepare: (mock) => {
      mock.state.repos = [];
    },
  },
  'login error': { path: '/login/error', text: /An error occured/, prepare: asVisitor },
  logout: { path: '/logout', text: /successfully terminated/ },
  'account with a password and the question of Renew Token': {
    path: '/account',
    text: 'Repeat the new password',
    prepare: (mock) => {
      mock.config = { ...mock.config, extras: true };
    },
    opens: [{ act: press('Renew Token'), text: /^The old token stops working at once/ }],
  },
  'builds with a new one': {
    path: '/octo/hello',
    text: 'Executions',
    opens: [{ act: press('New Build'), text: 'Create a New Build' }],
  },
  'empty builds': {
    path: '/octo/hello',
    text: 'Your Build List is Empty.',
    prepare: (mock) => {
      mock.state.builds = {};
    },
  },
  'builds with the branches of a filter': {
    path: '/octo/hello',
    text: 'Executions',
    prepare: (mock) => {
      mock.state.builds['octo/hello'] = [recentBuild({ attempt: 1 })];
    },
    opens: [
      {
        act: (page) => page.getByRole('combobox', { name: 'Branch' }).press('ArrowDown'),
        text: 'release',
      },
    ],
  },
  'branches with the question of Remove': {
    path: '/octo/hello/branches',
    text: 'release',
    opens: [{ act: press('Remove release from the list'), text: /^The branch and its builds/ }],
  },
  'old builds with the question of Delete': {
    path: settings,
    text: 'Old Builds',
    prepare: (mock) => {
      mock.state.repos = [sampleRepo({ counter: 3 })];
    },
    opens: [
      { act: press('Delete Builds'), text: 'Please fill in this field.' },
      {
        act: async (page) => {
          await page.getByLabel('Delete builds before number').fill('3');
          await press('Delete Builds')(page);
        },
        text: /^At most 2 builds/,
      },
    ],
  },
  'general settings with the question of Disable': {
    path: settings,
    text: 'Project Webhooks',
    opens: [{ act: press('Disable'), text: 'Are you sure you want to disable this repo?' }],
  },
  'general settings of a reader': {
    path: settings,
    text: 'Only administrators of this repository can change these settings.',
    prepare: asReader,
  },
  'secrets of a reader': { path: `${settings}/secrets`, text: 'No access', prepare: asReader },
  'members with a new one': {
    path: `${settings}/members`,
    text: 'brian',
    prepare: (mock) => {
      mock.config = { ...mock.config, extras: true };
      mock.state.members = [sampleMember()];
    },
    opens: [{ act: press('Add Member'), text: 'Add a Member' }],
  },
  'notifications with a new one, an edited one and a delivery': {
    path: `${settings}/notifications?deliveries=1`,
    text: 'Deliveries of team',
    prepare: (mock) => {
      mock.config = { ...mock.config, extras: true, email: true };
      mock.state.subscriptions = [sampleSubscription({ channel: 'webhook', signed: true })];
      mock.state.deliveries = [sampleDelivery()];
    },
    opens: [
      {
        act: async (page) => {
          await press('New Subscription')(page);
          await press('Preview Message')(page);
        },
        text: 'Message about a build, for Webhook:',
      },
      {
        act: press('Actions for team'),
        text: 'Send a test message',
        // axe reports an open menu as content outside of a landmark.
        besides: ['region'],
      },
      {
        act: async (page) => {
          await press('Actions for team')(page);
          await page.getByRole('menuitem', { name: 'Edit' }).click();
        },
        text: 'Remove the secret',
      },
      { act: press('Details of octo/hello #3'), text: 'Last try' },
    ],
  },
  'secrets with a new one': {
    path: `${settings}/secrets`,
    text: 'password',
    opens: [{ act: press('New Secret'), text: 'Create a New Secret' }],
  },
  'crons with a new one': {
    path: `${settings}/cron`,
    text: 'No Cron Jobs',
    opens: [{ act: press('New Cron Job'), text: 'Create a New Cron Job' }],
  },
  'templates with a new one': {
    path: `${settings}/templates`,
    text: 'greet.yaml',
    opens: [{ act: press('New Template'), text: /std\.extVar/ }],
  },
  'users with a new one and a known one': {
    path: '/settings/users',
    text: 'brian',
    opens: [
      { act: press('New User'), text: 'Create a New User' },
      { act: press('Edit brian'), text: 'Edit user' },
    ],
  },
  'settings of a repository with what is rare': {
    path: settings,
    text: 'Take Over',
    prepare: (mock) => {
      const signIn = { password: false, forge: true };
      mock.config = { ...mock.config, extras: true, signIn };
      mock.state.repos = [sampleRepo({ user_id: 7 })];
    },
  },
  'not found': { path: '/404', text: "That's all we know.", prepare: asVisitor },
  'licence banners': {
    path: '/',
    text: 'Your Server License is Expired.',
    prepare: (mock) => {
      mock.config = { ...mock.config, licenseExpired: true, licenseLimitExceeded: true };
    },
  },
};

for (const each of everyPage) {
  test(`${each.name} has no accessibility violations in either theme`, async ({ page, mock }) => {
    fillServer(mock);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openPage(page, mock, each);
    expect(await findBarriersInThemes(page)).toEqual([]);
    expect(await findLostWidth(page)).toEqual(noOverflow);
  });
}

for (const [name, { path, text, prepare, opens = [] }] of Object.entries(screens)) {
  test(`${name} has no accessibility violations in either theme`, async ({ page, mock }) => {
    mock.state.builds['octo/hello'] = [
      ...recentBuilds(3, { status: 'failure' }),
      recentBuild({ number: 0, status: 'running', finished: 0 }),
    ];
    mock.state.branches['octo/hello'] = [recentBuild({ target: 'release' })];
    mock.state.deployments['octo/hello'] = [recentBuild({ deploy_to: 'production' })];
    mock.state.secrets = [{ id: 1, name: 'password', pull_request: true }];
    mock.state.users = [sampleUser(), sampleUser({ id: 2, login: 'brian' })];
    const template = { id: 1, namespace: 'octo', name: 'greet.yaml', data: '' };
    mock.state.templates = [{ ...template, created: 0, updated: 0 }];
    prepare?.(mock);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible();
    expect(await findBarriersInThemes(page)).toEqual([]);
    expect(await findLostWidth(page)).toEqual(noOverflow);
    for (const { act, text, besides } of opens) {
      await act(page);
      await expect(page.getByText(text).first()).toBeVisible();
      expect(await findBarriersInThemes(page, besides)).toEqual([]);
      expect(await findLostWidth(page)).toEqual(noOverflow);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
    }
  });
}
