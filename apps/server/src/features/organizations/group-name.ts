import type { GroupSource } from '../../domain/external-person.ts';

/** A group as the provider of a person reports it. LDAP reports names in lower case. */
export interface AccountGroup {
  provider: GroupSource;
  name: string;
}

/** Returns whether a group is the one that a team names. Directories ignore case, OpenID Connect providers do not. */
export function isSameGroup({ provider, name }: AccountGroup, named: string): boolean {
  return name === (provider === 'ldap' ? named.toLowerCase() : named);
}
