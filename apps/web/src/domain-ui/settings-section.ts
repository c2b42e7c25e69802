import type { Repo, User } from '@millrace/contract/api';
import type { ComponentType } from 'react';
import type { Text } from '../lib/i18n/texts.ts';
import { hasOwnAccounts, hasServerExtras } from '../lib/server-kind.ts';

export interface SectionProps {
  repo: Repo;
  user: User | null | undefined;
  canWrite: boolean;
  canAdminister: boolean;
}

/** A section of the settings of a repository, or of its organization. Its feature declares it. */
export interface SettingsSection {
  /** End of its address. */
  path: string;
  title: Text;
  /** Title outside of its group, if another section has the same one. */
  longTitle?: Text;
  /** Words of what it contains, by which a search finds it. */
  words?: Text;
  group: 'project' | 'organization';
  /** Servers that have the section: those of Millrace, or those with their own repositories. By default, all. */
  servers?: 'millrace' | 'hosting';
  /** Whether the section requires a session. For guests, nothing is requested. */
  isForAccounts?: true;
  /** Permission that it requires, with the text for others. By default, everybody sees it. */
  needs?: { role: 'write' | 'admin'; refusal: Text };
  /** Whether the section is listed only for administrators. */
  isForAdmins?: true;
  Content: ComponentType<SectionProps>;
}

/** Returns whether this server has the section. */
export function isOnServer({ servers }: SettingsSection): boolean {
  if (servers === 'hosting') return hasOwnAccounts();
  return servers === undefined || hasServerExtras();
}
