import { text } from '../lib/i18n/texts.ts';

/** Name and meaning of each visibility. */
export const visibilityMessages = {
  private: text(
    ['Private', 'Only people with access to the repository see it.'],
    ['私有', '只有对仓库有权限的人可以看到。'],
  ),
  public: text(
    ['Public', 'Everyone sees it, signed in or not.'],
    ['公开', '所有人都可以看到，无需登录。'],
  ),
  internal: text(
    ['Internal', 'Everyone who is signed in sees it.'],
    ['内部', '所有已登录的人都可以看到。'],
  ),
};
