import { text } from '../../lib/i18n/texts.ts';

/** Texts about builds that wait for an approval. */
export const approvalMessages = {
  needsYou: text(
    (count: number, isMore: boolean) =>
      count === 1 ? '1 build needs you' : `${count}${isMore ? '+' : ''} builds need you`,
    (count, isMore) => `${count}${isMore ? '+' : ''} 个构建需要您处理`,
  ),
  title: text('This build waits for approval', '此构建等待审批'),
  fork: text(
    (fork: string) => `It comes from the fork ${fork}`,
    (fork) => `来自派生仓库 ${fork}`,
  ),
  file: text('It changes the pipeline file', '修改了流水线文件'),
  first: text(
    (author: string) => `It is the first build of ${author} here`,
    (author) => `这是 ${author} 在此处的首次构建`,
  ),
  protected: text(
    'The repository is protected, and nobody has signed the pipeline file of this commit',
    '仓库受保护，且此提交的流水线文件未签名',
  ),
  compare: text('What it changes', '查看更改'),
  readFile: text('Pipeline file', '流水线文件'),
  note: text('Note', '备注'),
  noteHint: text('Shown on the page of the build', '显示在构建页面上'),
  approve: text('Approve', '批准'),
  decline: text('Decline', '拒绝'),
  writersDecide: text(
    'People with write permission approve or decline it.',
    '拥有写权限的成员可批准或拒绝。',
  ),
  adminsDecide: text(
    'Administrators of the repository approve or decline it, but not the one who started it.',
    '仓库管理员可批准或拒绝，但启动者本人除外。',
  ),
};
