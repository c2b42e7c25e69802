import type { RetentionMessages } from './en-retention.ts';

const count = (value: number) => value.toLocaleString('zh-CN');
const deleted = { log: '日志', artifact: '文件', test: '测试结果' };

export const zhRetention: RetentionMessages = {
  title: '数据保留',
  hint: '数据超过任一限制时会被删除。留空则使用服务器的限制；0 表示不限制。',
  always: (deployments) =>
    `始终保留：固定的构建、未完成的构建、每个分支最新的构建和最新的成功构建，以及每个环境最近 ${count(deployments)} 次部署。`,
  kinds: { build: '构建', log: '日志', artifact: '文件', test: '测试结果' },
  days: '最长天数',
  count: '最新构建数',
  server: (value) => (value === 0 ? '服务器：不限制。' : `服务器：${count(value)}。`),
  beyond: (value) => `服务器：${count(value)}。此仓库可以超过该限制。`,
  exceeds: (value) => `服务器最多允许 ${count(value)}。如需更多，请联系系统管理员。`,
  preview: '预览',
  counting: '正在统计将删除的数据…',
  previewTitle: '使用这些限制',
  nothing: '目前不会删除任何数据。',
  wouldDelete: {
    build: (number, size) => `将删除 ${count(number)} 个构建，共 ${size}。`,
    log: (number, size) => `${count(number)} 个构建的日志，${size}。`,
    artifact: (number, size) => `${count(number)} 个构建的文件，${size}。`,
    test: (number, size) => `${count(number)} 个构建的测试结果，${size}。`,
  },
  saved: '保留规则已保存',
  saveQuestion: '删除旧数据？',
  saveDetail: '保存后，下一次每小时的运行会删除这些数据，且无法恢复。',
  expired: (data) =>
    `保留规则已删除此构建的${new Intl.ListFormat('zh-CN').format(data.map((each) => deleted[each]))}。`,
  pin: '固定',
  unpin: '取消固定',
  mark: '已固定',
  pinned: '构建已固定，不会被删除',
  unpinned: '构建已取消固定',
  pinFailed: (message) => `无法固定构建：${message}`,
  unpinFailed: (message) => `无法取消固定构建：${message}`,
};
