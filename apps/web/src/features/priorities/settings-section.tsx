import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import type { SettingsSection } from '../../domain-ui/settings-section.ts';
import { settingsSectionMessages } from '../../domain-ui/settings-section-messages.ts';
import { text } from '../../lib/i18n/texts.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';

const PriorityPanel = lazyPart(() => import('./priority-panel.tsx'), 'PriorityPanel', {
  instead: () => <ListSkeleton />,
});

export const prioritySection: SettingsSection = {
  path: 'priority',
  title: text('Priority', '优先级'),
  words: text('queue order nightly hotfix', '队列 顺序'),
  group: 'project',
  servers: 'millrace',
  isForAdmins: true,
  isForAccounts: true,
  needs: { role: 'admin', refusal: settingsSectionMessages.adminsSee },
  Content: ({ repo, user }) => <PriorityPanel repo={repo} isSystemAdmin={user?.admin === true} />,
};
