import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import type { SettingsSection } from '../../domain-ui/settings-section.ts';
import { text } from '../../lib/i18n/texts.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';

const CronPanel = lazyPart(() => import('./cron-panel.tsx'), 'CronPanel', {
  instead: () => <ListSkeleton />,
});

export const cronSection: SettingsSection = {
  path: 'cron',
  title: text('Cron Jobs', '定时任务'),
  words: text('schedule timer nightly', '计划 定时'),
  group: 'project',
  isForAccounts: true,
  needs: {
    role: 'write',
    refusal: text(
      'Only people with write permission in this repository can see its cron jobs.',
      '只有拥有此仓库写权限的人才能查看其定时任务。',
    ),
  },
  Content: ({ repo }) => <CronPanel repo={repo} />,
};
