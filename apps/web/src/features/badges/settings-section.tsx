import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import type { SettingsSection } from '../../domain-ui/settings-section.ts';
import { text } from '../../lib/i18n/texts.ts';
import { hasServerExtras } from '../../lib/server-kind.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';

const BadgePanel = lazyPart(() => import('./badge-panel.tsx'), 'BadgePanel', {
  instead: () => <ListSkeleton />,
});

export const badgeSection: SettingsSection = {
  path: 'badges',
  title: text('Badges', '徽章'),
  words: text('shield status image markdown', '徽标 状态 图片'),
  group: 'project',

  Content: ({ repo, canAdminister }) => (
    <BadgePanel repo={repo} canSign={canAdminister && hasServerExtras()} />
  ),
};
