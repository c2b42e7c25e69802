import type { Logger } from '@millrace/node-kit/logger';
import type { LdapSettings } from '../../config/ldap-settings.ts';
import type { OidcSettings } from '../../config/oidc-settings.ts';
import type { LdapDirectory } from './ldap-directory.ts';
import type { OidcProvider } from './oidc-provider.ts';

// The clients are loaded if the settings name a directory or a provider: most servers have neither.

interface OpenDirectory extends Pick<LdapDirectory, 'authenticate' | 'findBySubject'> {
  /** Checks the settings that only the client can. */
  prepare: () => Promise<void>;
}

export function openDirectory(
  settings: LdapSettings,
  deps: { logger: Logger; listMappedGroups: () => Promise<readonly string[]> },
): OpenDirectory {
  let opened: Promise<LdapDirectory> | undefined;
  const open = () => {
    opened ??= import('./ldap-directory.ts').then((ldap) => new ldap.LdapDirectory(settings, deps));
    return opened;
  };
  return {
    prepare: async () => void (await open()),
    authenticate: async (...login) => (await open()).authenticate(...login),
    findBySubject: async (subject) => (await open()).findBySubject(subject),
  };
}

export function openProvider(deps: {
  settings: OidcSettings;
  redirectUrl: () => string;
  logger: Logger;
}): Pick<OidcProvider, 'authorizeUrl' | 'exchange' | 'verifyLogout'> {
  let opened: Promise<OidcProvider> | undefined;
  const open = () => {
    opened ??= import('./oidc-provider.ts').then((oidc) => new oidc.OidcProvider(deps));
    return opened;
  };
  return {
    authorizeUrl: async (pending) => (await open()).authorizeUrl(pending),
    exchange: async (answer, pending) => (await open()).exchange(answer, pending),
    verifyLogout: async (token) => (await open()).verifyLogout(token),
  };
}
