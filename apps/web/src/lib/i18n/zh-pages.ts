import type { PageMessages } from './en-pages.ts';
import { zhBuild } from './zh-build.ts';
import { zhSettings } from './zh-settings.ts';

export const zhPages: PageMessages = {
  ...zhBuild,
  ...zhSettings,
  register: {
    page: '注册',
    title: '完成注册',
    email: '电子邮箱',
    noAddress: '请输入电子邮件地址，例如 name@example.com。',
    name: '姓名',
    company: '公司（选填）',
    submit: '提交',
    privacy: '隐私政策',
    licence: '许可协议',
    terms: '提交即表示您接受：',
  },
  privacy: {
    page: '隐私',
    title: '此服务器保存的您的信息',
    facts: [
      '您的账户以及上次登录时间。',
      '您启动、批准或取消的构建及其时间。',
      '被构建的提交的作者、邮箱和消息，以及构建日志。',
      '一个保持登录状态的 Cookie。不会提供给任何第三方。',
    ],
    operator: '此服务器的运营者可以查看、更正和删除这些数据，请与其联系。',
  },
  signIn: {
    page: '登录',
    greeting: '欢迎使用 Millrace',
    redirectNote: '接下来将跳转到您的代码托管系统进行身份验证。',
    continue: '继续',
    withPassword: '使用用户名和密码登录',
    username: '用户名',
    password: '密码',
    submit: '登录',
    required: '请填写此项。',
    failed: '登录时发生错误，请重试',
    loggedOut: '您已成功退出登录。',
    signedIn: '您已登录，可以关闭此窗口。',
  },
  account: {
    title: '账户设置',
    token: '个人令牌',
    tokenHint: '它让程序拥有与您相同的权限。请像密码一样保管。',
    copied: '已复制',
    apiCall: 'API 调用示例',
    commandLine: '命令行设置示例',
    logout: '退出登录',
  },
  branches: {
    tab: '分支',
    empty: '分支列表为空。当您为某个分支执行流水线后，此列表会显示内容。',
  },
  deployments: {
    tab: '部署',
    environment: '环境',
    commit: '提交',
    committer: '提交者',
    message: '信息',
    emptyTitle: '部署列表为空。',
    empty: '当您提升或回滚构建后，此列表会显示内容。',
  },
};
