import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import type { SettingsSection } from '../../domain-ui/settings-section.ts';
import { text } from '../../lib/i18n/texts.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';

const PipelineEditor = lazyPart(() => import('./pipeline-editor.tsx'), 'PipelineEditor', {
  instead: () => <ListSkeleton />,
});

export const pipelineSection: SettingsSection = {
  path: 'pipeline',
  title: text('Pipeline file', '流水线文件'),
  words: text('yaml file lint edit', '编辑 检查'),
  group: 'project',
  servers: 'millrace',
  Content: ({ repo: { namespace, name }, canWrite }) => (
    <PipelineEditor repo={{ namespace, name }} canCommit={canWrite} />
  ),
};
