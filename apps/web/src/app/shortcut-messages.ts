import { text } from '../lib/i18n/texts.ts';

/** Texts of the list of shortcuts. */
export const shortcutMessages = {
  single: text('Use single keys, such as / and F', '使用单键快捷键（如 / 和 F）'),
  keys: text(
    [
      ['/', 'Search repositories, branches and builds'],
      ['Ctrl K', 'The same, also while typing'],
      ['F', 'Go to the failing step of a build'],
      ['N', 'Go to the next failing step'],
      ['[ ]', 'Go to the previous or next step'],
      ['L G T', 'Show the log, the graph or the timeline of a build'],
      ['Z', 'Let the log fill the window, and back'],
      ['Ctrl F', 'Search the log, while it has the focus'],
      ['J K', 'Link to the next or previous line of the log, with ⇧ to several'],
      ['Ctrl ⇧ F', 'Search all logs of a build'],
      ['Ctrl A', 'Select the whole log, then copy it'],
      ['↑ ↓', 'Walk through trees and results'],
      ['→ ←', 'Open and close what is below'],
      ['Alt T', 'Go to the notifications'],
      ['Esc', 'Close'],
      ['?', 'This list'],
    ] as [string, string][],
    [
      ['/', '搜索仓库、分支和构建'],
      ['Ctrl K', '同上，输入文字时也可用'],
      ['F', '转到构建中失败的步骤'],
      ['N', '转到下一个失败的步骤'],
      ['[ ]', '转到上一个或下一个步骤'],
      ['L G T', '显示构建的日志、图表或时间线'],
      ['Z', '日志占满窗口，再按恢复'],
      ['Ctrl F', '搜索日志（日志获得焦点时）'],
      ['J K', '链接到日志的下一行或上一行，加 ⇧ 链接多行'],
      ['Ctrl ⇧ F', '搜索构建的全部日志'],
      ['Ctrl A', '选中整个日志，然后复制'],
      ['↑ ↓', '在树和结果中移动'],
      ['→ ←', '展开和收起'],
      ['Alt T', '转到通知'],
      ['Esc', '关闭'],
      ['?', '显示此列表'],
    ],
  ),
};
