import { useTexts } from '../lib/i18n/messages.tsx';
import { hasOwnAccounts } from '../lib/server-kind.ts';
import type { SectionProps } from './settings-section.ts';
import { settingsSectionMessages } from './settings-section-messages.ts';

/** Returns the reason why the viewer cannot change a namespace. With a forge, only the server knows. */
export function useOwnerLock(namespace: string, user: SectionProps['user']): string | undefined {
  const text = useTexts(settingsSectionMessages);
  const mayChange = !hasOwnAccounts() || user?.admin || user?.login === namespace;
  return mayChange ? undefined : text.ownersChange(namespace);
}
