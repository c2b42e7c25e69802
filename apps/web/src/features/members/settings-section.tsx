import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import type { SettingsSection } from '../../domain-ui/settings-section.ts';
import { text } from '../../lib/i18n/texts.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';

const MemberPanel = lazyPart(() => import('./member-panel.tsx'), 'MemberPanel', {
  instead: () => <ListSkeleton />,
});

export const memberSection: SettingsSection = {
  path: 'members',
  title: text('Members', '成员'),
  words: text('collaborators roles permissions people', '权限 角色 人员'),
  group: 'project',
  servers: 'millrace',
  isForAccounts: true,
  Content: ({ repo, user, canAdminister }) => (
    <MemberPanel repo={repo} ownLogin={user?.login} canAdminister={canAdminister} />
  ),
};
