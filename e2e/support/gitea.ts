import { giteaPassword } from '@millrace/test-support/forges/gitea';
import type { GiteaTestForge } from '@millrace/test-support/forges/gitea-test-forge';
import { findFreePort } from '@millrace/test-support/free-port';
import { expect, type Page } from '@playwright/test';
import { Millrace } from './millrace.ts';

/** Server that uses this Gitea as its forge. */
export async function startBesideGitea(
  gitea: GiteaTestForge,
  settings: Record<string, string> = {},
): Promise<Millrace> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const own = { MILLRACE_URL: url, MILLRACE_PORT: String(port) };
  return Millrace.start({ ...own, ...(await gitea.settingsFor(url)), ...settings });
}

/** Uses the pages of Gitea, which the browser shows without styles. */
export async function signInThroughGitea(page: Page, url: string, login: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByLabel('Username or Email Address').fill(login);
  await page.getByLabel('Password').fill(giteaPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Authorize Application' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
}
