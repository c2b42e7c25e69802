import { encodePath } from '@millrace/contract/encode-path';
import { pageSlug } from '@millrace/contract/reserved-names';

/** Paths of all pages. */
export const paths = {
  home: '/',
  buildsFeed: '/builds-feed',
  causes: '/causes',
  welcome: '/welcome',
  /** Last page of the window that was opened to sign in again. */
  signedIn: '/welcome?signed-in',
  register: '/register',
  privacy: '/privacy',
  loginForm: '/login/form',
  loginError: '/login/error',
  logout: '/logout',
  notFound: '/404',
  repo: (slug: string) => `/${encodePath(pageSlug(slug))}`,
  repoBranches: (slug: string) => `${paths.repo(slug)}/branches`,
  repoDeployments: (slug: string) => `${paths.repo(slug)}/deployments`,
  repoTests: (slug: string) => `${paths.repo(slug)}/tests`,
  organization: (namespace: string) => `/${pageSlug(namespace)}`,
  repoPipelines: (slug: string) => `${paths.repo(slug)}/pipelines`,
  repoTrends: (slug: string) => `${paths.repo(slug)}/trends`,
  repoCauses: (slug: string) => `${paths.repo(slug)}/causes`,
  repoCause: (slug: string, cause: number) => `${paths.repoCauses(slug)}/${cause}`,
  bisections: (slug: string) => `${paths.repo(slug)}/bisections`,
  bisection: (slug: string, id: number) => `${paths.bisections(slug)}/${id}`,
  /** Path of a section, or of the general settings if none is given. */
  repoSettings: (slug: string, section?: string) =>
    [paths.repo(slug), 'settings', section].filter(Boolean).join('/'),
  account: '/account',
  settings: '/settings',
  users: '/settings/users',
  audit: '/settings/audit',
  compare: (slug: string, before: number, after: number) =>
    `${paths.repo(slug)}/compare/${before}/${after}`,
  build: (slug: string, build: number, stage?: number, step?: number) =>
    [paths.repo(slug), build, stage, stage === undefined ? undefined : step]
      .filter((part) => part !== undefined)
      .join('/'),
} as const;

/** Paths that the server handles itself, so the browser must load them. */
export const serverPaths = { login: '/login', provider: '/login/oidc', logout: '/logout' } as const;

/** Returns `value` if it is a path of this origin, else null, to prevent open redirects. */
export function toLocalPath(value: string | null | undefined): string | null {
  if (!value?.startsWith('/')) return null;
  try {
    const { origin, pathname, search, hash } = new URL(value, location.origin);
    // Removing the dot segment of `/.//host` yields `//host`, which is another origin.
    const isOurs = origin === location.origin && !pathname.startsWith('//');
    return isOurs ? pathname + search + hash : null;
  } catch {
    return null;
  }
}
