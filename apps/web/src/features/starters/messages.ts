import { text } from '../../lib/i18n/texts.ts';

/** Texts of the first steps in a repository without builds. */
export const starterMessages = {
  pushTitle: text('Push your first repository', '推送您的第一个仓库'),
  savePipeline: text(
    (file: string) => `Save a pipeline as ${file} in the top folder of your project`,
    (file) => `将流水线保存为项目根目录中的 ${file}`,
  ),
  push: text('Push the project from its folder', '在项目目录中推送项目'),
  repoName: text('Repository name', '仓库名称'),
  invalidName: text(
    'Use letters, digits, dots, dashes and underscores.',
    '请使用字母、数字、点、连字符和下划线。',
  ),
  pushHint: text(
    'The first push creates the repository and starts its first build. git asks for your password; your personal token works too.',
    '第一次推送会创建仓库并启动第一次构建。git 会要求输入您的密码；也可以使用您的个人令牌。',
  ),
  syncTitle: text('Get your repositories', '获取您的仓库'),
  syncSteps: text(
    [
      'Press Sync at the top of this page. It reads the repositories that you can reach at your forge, such as Gitea or GitHub, and your rights in them.',
      'Then open a repository and activate it: from then on its pushes and pull requests start builds.',
      'If a repository is missing, check at the forge that your account and this application have access to it, and sync again.',
    ],
    [
      '点击此页面顶部的“同步”。它会从您的代码托管平台（例如 Gitea 或 GitHub）读取您可以访问的仓库以及您在其中的权限。',
      '然后打开一个仓库并激活它：此后，推送和合并请求都会触发构建。',
      '如果缺少某个仓库，请在代码托管平台上确认您的账户和此应用有权访问它，然后再次同步。',
    ],
  ),
  pipelineTitle: text('Add a pipeline', '添加流水线'),
  missing: text(
    (slug: string, branch: string, file: string) =>
      `${slug} has no ${file} on ${branch} yet, so nothing is built. Save this one in the repository, commit and push.`,
    (slug, branch, file) =>
      `${slug} 的 ${branch} 分支上还没有 ${file}，因此不会构建任何内容。请将以下内容保存到仓库中，提交并推送。`,
  ),
  converted: text(
    (slug: string, branch: string, file: string) =>
      `${slug} has no ${file} on ${branch} yet, but pipelines of another CI system, which are converted here. Read the result, save it in the repository, commit and push.`,
    (slug, branch, file) =>
      `${slug} 的 ${branch} 分支上还没有 ${file}，但有其他 CI 系统的流水线，转换结果如下。请检查后将其保存到仓库中，提交并推送。`,
  ),
  source: text('Converted from', '转换自'),
  carried: text(
    (system: string, path: string, carried: number, found: number) =>
      `Converted from ${path} (${system}): ${carried} of ${found} steps. "millrace convert ${path}" prints the same.`,
    (system, path, carried, found) =>
      `由 ${path}（${system}）转换：${found} 个步骤中的 ${carried} 个。“millrace convert ${path}” 会输出相同的内容。`,
  ),
  openNotes: text(
    (count: number) =>
      count === 1
        ? 'One thing has no equivalent. A comment in the file, "Not converted", says what and why.'
        : `${count} things have no equivalent. Comments in the file, "Not converted", say what and why.`,
    (count) => `有 ${count} 项没有对应的功能。文件中的 “Not converted” 注释说明了内容和原因。`,
  ),
  notConverted: text(
    (path: string, problem: string) => `${path} cannot be converted: ${problem}`,
    (path, problem) => `无法转换 ${path}：${problem}`,
  ),
  emptyRepo: text(
    (slug: string, file: string) =>
      `${slug} has no commits yet. Save this pipeline as ${file} in your project, then push it.`,
    (slug, file) => `${slug} 还没有提交。请将此流水线保存为项目中的 ${file}，然后推送。`,
  ),
  project: text('Project', '项目'),
  type: text('Runs in', '运行方式'),
  kinds: {
    node: text('Node.js', 'Node.js'),
    go: text('Go', 'Go'),
    python: text('Python', 'Python'),
    rust: text('Rust', 'Rust'),
    java: text('Java', 'Java'),
    docker: text('Docker image', 'Docker 镜像'),
    plain: text('Any project', '任意项目'),
  },
  types: {
    exec: text('Processes (exec)', '进程（exec）'),
    docker: text('Containers (docker)', '容器（docker）'),
  },
  needs: {
    exec: text(
      'Steps run as processes on the machine of the runner. The tools that they use must be installed there.',
      '步骤以进程的形式在运行器所在的机器上运行，所用的工具必须已安装在该机器上。',
    ),
    docker: text(
      'Each step runs in a container of its image. The runner needs a Docker engine.',
      '每个步骤在其镜像的容器中运行。运行器需要 Docker 引擎。',
    ),
  },
  noRunner: {
    exec: text(
      'No connected runner accepts exec pipelines at the moment.',
      '目前没有已连接的运行器接受 exec 流水线。',
    ),
    docker: text(
      'No connected runner accepts docker pipelines at the moment.',
      '目前没有已连接的运行器接受 docker 流水线。',
    ),
  },
  more: text('Read more:', '了解更多：'),
};
