import { text } from '../../lib/i18n/texts.ts';

/** Texts of the search palette. */
export const paletteMessages = {
  title: text('Search', '搜索'),
  placeholder: text('Search repositories, branches and builds', '搜索仓库、分支和构建'),
  none: text('Repos not found', '未找到仓库'),
  hint: text('Enter opens, → shows builds and branches', '回车打开，→ 显示构建和分支'),
  results: text('Results', '结果'),
  repositories: text('Repositories', '代码仓库'),
  recent: text('Recently opened', '最近打开'),
  build: text('Build by number', '按编号查找构建'),
  builds: text('Builds', '构建'),
  otherRepos: text('Other repositories', '其他仓库'),
  buildsOf: text(
    (slug: string) => `Builds of ${slug}`,
    (slug) => `${slug} 的构建`,
  ),
  branchesOf: text(
    (slug: string) => `Branches of ${slug}`,
    (slug) => `${slug} 的分支`,
  ),
  pages: text('Pages', '页面'),
  pagesOf: text(
    (slug: string) => `Pages of ${slug}`,
    (slug) => `${slug} 的页面`,
  ),
  actions: text('Actions', '操作'),
  allBuilds: text('Builds of all repositories', '所有仓库的构建'),
  settingsOf: text(
    (section: string) => `Settings: ${section}`,
    (section) => `设置：${section}`,
  ),
  restart: text(
    (build: number) => `Restart build #${build}`,
    (build) => `重新运行构建 #${build}`,
  ),
  restartFailed: text(
    (build: number) => `Restart failed stages of build #${build}`,
    (build) => `重新运行构建 #${build} 的失败阶段`,
  ),
  promote: text(
    (build: number) => `Promote build #${build}`,
    (build) => `部署构建 #${build}`,
  ),
  debug: text(
    (build: number) => `Restart build #${build} in debug mode`,
    (build) => `以调试模式重新运行构建 #${build}`,
  ),
  addSecret: text('New Secret', '新建密钥'),
  addCron: text('New Cron Job', '新建定时任务'),
  cancel: text(
    (build: number) => `Cancel build #${build}`,
    (build) => `取消构建 #${build}`,
  ),
  sync: text('Sync repositories', '同步仓库'),
  insidePlaceholder: text('Search this repository', '搜索此仓库'),
  insideHint: text(
    'Enter opens, ← on an empty text leaves the repository',
    '回车打开，文本为空时按 ← 离开仓库',
  ),
  leave: text(
    (slug: string) => `Leave ${slug}`,
    (slug) => `离开 ${slug}`,
  ),
  found: text(
    (count: string) => `Results: ${count}`,
    (count) => `结果数：${count}`,
  ),
  empty: text('Nothing has been built here yet.', '这里还没有构建。'),
  failed: text(
    (title: string, message: string) => `${title}: ${message}`,
    (title, message) => `${title}：${message}`,
  ),
};
