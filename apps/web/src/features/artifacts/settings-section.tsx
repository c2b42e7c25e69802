import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import type { SettingsSection } from '../../domain-ui/settings-section.ts';
import { settingsSectionMessages } from '../../domain-ui/settings-section-messages.ts';
import { text } from '../../lib/i18n/texts.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';

const LimitsPanel = lazyPart(() => import('./limits-panel.tsx'), 'LimitsPanel', {
  instead: () => <ListSkeleton />,
});

export const artifactSection: SettingsSection = {
  path: 'files',
  title: text('Artifacts', '产物'),
  words: text('artifacts storage limit', '文件 存储 限额'),
  group: 'project',
  servers: 'millrace',
  isForAccounts: true,
  needs: { role: 'admin', refusal: settingsSectionMessages.adminsSee },
  Content: ({ repo }) => <LimitsPanel repo={repo} />,
};
