import { useIsOwner } from '../../api/organization-queries.ts';
import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import type { SectionProps, SettingsSection } from '../../domain-ui/settings-section.ts';
import { useOwnerLock } from '../../domain-ui/use-owner-lock.ts';
import { text } from '../../lib/i18n/texts.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';

/** Loaded on demand, because its editor is larger than all other settings. */
const TemplatePanel = lazyPart(() => import('./template-panel.tsx'), 'TemplatePanel', {
  instead: () => <ListSkeleton />,
});

function Templates({ repo: { namespace }, user }: SectionProps) {
  const isOwner = useIsOwner(namespace, user);
  return <TemplatePanel namespace={namespace} locked={useOwnerLock(namespace, user, isOwner)} />;
}

export const templateSection: SettingsSection = {
  path: 'templates',
  title: text('Templates', '模板'),
  group: 'organization',
  isForAccounts: true,
  Content: Templates,
};
