import type { CacheLookup } from '@millrace/contract/api';
import type { CacheMissReason } from '@millrace/contract/cache';
import { type Text, text } from '../../lib/i18n/texts.ts';

/** Texts about caches. */
export const cacheMessages = {
  title: text('Caches', '缓存'),
  usage: text(
    (used: string, quota: string) => `${used} of ${quota} are in use.`,
    (used, quota) => `已使用 ${used}，上限 ${quota}。`,
  ),
  expiry: text(
    (days: number) =>
      days === 1
        ? 'A cache is deleted a day after its last use.'
        : `A cache is deleted ${days} days after its last use.`,
    (days) => `缓存在最后一次使用 ${days} 天后删除。`,
  ),
  empty: text('No Caches', '没有缓存'),
  emptyDetail: text(
    'Pipelines store files for later builds with the key cache.',
    '流水线使用 cache 键为后续构建保存文件。',
  ),
  key: text('Key', '键'),
  scope: text('Scope', '范围'),
  size: text('Size', '大小'),
  build: text('Build', '构建'),
  created: text('Created', '创建时间'),
  lastUsed: text('Last used', '最后使用'),
  hits: text('Hits', '命中次数'),
  deleteQuestion: text('Are you sure you want to delete this cache?', '确定要删除此缓存吗？'),
  deleteDetail: text(
    (key: string) => `The next build with the key ${key} starts without it.`,
    (key) => `下一次使用键 ${key} 的构建将没有此缓存。`,
  ),
  deleteAll: text('Delete all', '全部删除'),
  deleteAllQuestion: text('Are you sure you want to delete all caches?', '确定要删除所有缓存吗？'),
  deleteAllDetail: text(
    (slug: string) => `The next builds of ${slug} start without caches.`,
    (slug) => `${slug} 的下一次构建将没有缓存。`,
  ),
  deleted: text('Cache has been deleted', '缓存已删除'),
  allDeleted: text('Caches have been deleted', '所有缓存已删除'),
  deleteFailed: text(
    (message: string) => `Unable to delete: ${message}`,
    (message) => `无法删除：${message}`,
  ),
  limits: text('Limits', '限制'),
  days: text('Days after the last use', '最后一次使用后的保留天数'),
  quota: text('All caches of this repository, in MB', '此仓库的所有缓存（MB）'),
  server: text(
    (value: number) => `The limit of the server is ${value.toLocaleString('en')}.`,
    (value) => `服务器的上限为 ${value.toLocaleString('zh-CN')}。`,
  ),
  noExpiry: text('The server has no time limit.', '服务器没有时间限制。'),
  saved: text('Limits have been saved', '限制已保存'),
  saveFailed: text(
    (message: string) => `Unable to save limits: ${message}`,
    (message) => `无法保存限制：${message}`,
  ),
  lookups: text('Lookups', '查找记录'),
  noLookups: text('No Lookups', '没有查找记录'),
  noLookupsDetail: text(
    'Searches of steps for caches are listed here, with the reason of each miss.',
    '这里列出步骤对缓存的查找，以及每次未命中的原因。',
  ),
  step: text('Step', '步骤'),
  result: text('Result', '结果'),
  time: text('Time', '时间'),
  results: {
    hit: text('Hit', '命中'),
    partial: text('Partial hit', '部分命中'),
    miss: text('Miss', '未命中'),
  } satisfies Record<CacheLookup['result'], Text>,
  foundKey: text(
    (key: string) => `Restored ${key}`,
    (key) => `已恢复 ${key}`,
  ),
  reasons: {
    no_entry: text('No build has stored it', '没有构建保存过它'),
    other_paths: text('Stored for other paths', '保存时使用了其他路径'),
    other_scope: text('Only another branch or pull request has it', '只有其他分支或拉取请求拥有它'),
    missing_file: text('A file of its checksum is missing', '缺少用于校验和的文件'),
  } satisfies Record<CacheMissReason, Text>,
  missingFiles: text(
    (files: string) => `Not found: ${files}`,
    (files) => `未找到：${files}`,
  ),
};
