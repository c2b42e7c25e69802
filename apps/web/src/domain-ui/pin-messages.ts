import { text } from '../lib/i18n/texts.ts';

/** Texts about pinned builds. */
export const pinMessages = {
  pin: text('Pin', '固定'),
  unpin: text('Unpin', '取消固定'),
  mark: text('Pinned', '已固定'),
  pinned: text('The build is pinned and will not be deleted', '构建已固定，不会被删除'),
  unpinned: text('The build is no longer pinned', '构建已取消固定'),
  pinFailed: text(
    (message: string) => `Unable to pin the build: ${message}`,
    (message) => `无法固定构建：${message}`,
  ),
  unpinFailed: text(
    (message: string) => `Unable to unpin the build: ${message}`,
    (message) => `无法取消固定构建：${message}`,
  ),
};
