import { useTexts } from '../lib/i18n/messages.tsx';
import { hasOwnAccounts } from '../lib/server-kind.ts';
import type { SectionProps } from './settings-section.ts';
import { settingsSectionMessages } from './settings-section-messages.ts';

/**
 * Returns the reason why the viewer cannot change a namespace. With a forge, only the server knows.
 *
 * @param isOwner whether the viewer is an owner of the organization
 */
export function useOwnerLock(
  namespace: string,
  user: SectionProps['user'],
  isOwner: boolean,
): string | undefined {
  const text = useTexts(settingsSectionMessages);
  const mayChange = !hasOwnAccounts() || user?.admin || isOwner || user?.login === namespace;
  return mayChange ? undefined : text.ownersChange(namespace);
}
