import type { StarterMessages } from './en-starters.ts';

/** Simplified Chinese texts of the first steps in a repository without builds. */
export const zhStarters: StarterMessages = {
  pushTitle: '推送您的第一个仓库',
  savePipeline: (file) => `将流水线保存为项目根目录中的 ${file}`,
  push: '在项目目录中推送项目',
  repoName: '仓库名称',
  invalidName: '请使用字母、数字、点、连字符和下划线。',
  pushHint:
    '第一次推送会创建仓库并启动第一次构建。git 会要求输入您的密码；也可以使用您的个人令牌。',
  syncTitle: '获取您的仓库',
  syncSteps: [
    '点击此页面顶部的“同步”。它会从您的代码托管平台（例如 Gitea 或 GitHub）读取您可以访问的仓库以及您在其中的权限。',
    '然后打开一个仓库并激活它：此后，推送和合并请求都会触发构建。',
    '如果缺少某个仓库，请在代码托管平台上确认您的账户和此应用有权访问它，然后再次同步。',
  ],
  pipelineTitle: '添加流水线',
  missing: (slug, branch, file) =>
    `${slug} 的 ${branch} 分支上还没有 ${file}，因此不会构建任何内容。请将以下内容保存到仓库中，提交并推送。`,
  emptyRepo: (slug, file) => `${slug} 还没有提交。请将此流水线保存为项目中的 ${file}，然后推送。`,
  project: '项目',
  type: '运行方式',
  kinds: {
    node: 'Node.js',
    go: 'Go',
    python: 'Python',
    rust: 'Rust',
    java: 'Java',
    docker: 'Docker 镜像',
    plain: '任意项目',
  },
  types: { exec: '进程（exec）', docker: '容器（docker）' },
  needs: {
    exec: '步骤以进程的形式在运行器所在的机器上运行，所用的工具必须已安装在该机器上。',
    docker: '每个步骤在其镜像的容器中运行。运行器需要 Docker 引擎。',
  },
  noRunner: {
    exec: '目前没有已连接的运行器接受 exec 流水线。',
    docker: '目前没有已连接的运行器接受 docker 流水线。',
  },
  more: '了解更多：',
};
