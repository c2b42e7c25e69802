import { text } from '../../lib/i18n/texts.ts';

/** Texts about the announcement and the read-only mode. */
export const announcementMessages = {
  title: text('Announcement', '公告'),
  hint: text(
    'Shown to everybody at the top of every page. While the server is read-only, pushes, settings and new builds are refused with this text; running builds go on.',
    '显示在所有页面的顶部。服务器只读期间，推送、设置更改和新构建会被拒绝并显示此文字；正在运行的构建会继续。',
  ),
  text: text('Text', '文字'),
  starts: text('Shown from', '开始显示'),
  startsHint: text('Empty: now.', '留空：立即。'),
  ends: text('Ends', '结束'),
  endsHint: text('Empty: when it is deleted.', '留空：删除时。'),
  readOnlyFrom: text('Read-only from', '开始只读'),
  readOnlyHint: text('Until the end. Empty: never.', '直到结束。留空：从不。'),
  delete: text('Delete announcement', '删除公告'),
  saved: text('The announcement has been saved', '公告已保存'),
  deleted: text('The announcement has been deleted', '公告已删除'),
};
