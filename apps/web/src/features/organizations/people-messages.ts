import { text } from '../../lib/i18n/texts.ts';

/** Texts about the members, teams and groups of organizations. */
export const peopleMessages = {
  tabs: text('Organization', '组织'),
  views: {
    repositories: text('Repositories', '仓库'),
    members: text('Members', '成员'),
    teams: text('Teams', '团队'),
    groups: text('Groups', '用户组'),
    settings: text('Settings', '设置'),
  },
  noRepos: text('No Repositories', '没有仓库'),
  noReposHint: text(
    (name: string) =>
      `Push to ${name}/NAME of this server to create one. You see those in which a team gives you a role.`,
    (name) => `推送到此服务器的 ${name}/名称 即可创建仓库。您只能看到团队赋予您角色的仓库。`,
  ),
  ownersChange: text(
    'Only owners of the organization can change this.',
    '只有组织的所有者才能更改此内容。',
  ),
  members: {
    title: text('Members', '成员'),
    hint: text(
      'Owners administer the organization and all of its repositories. Members have the roles of their teams.',
      '所有者管理组织及其所有仓库。成员拥有其团队的角色。',
    ),
    add: text('Add Member', '添加成员'),
    dialog: text('Add a Member', '添加成员'),
    emptyTitle: text('No Members', '没有成员'),
    empty: text('The organization has no members.', '此组织没有成员。'),
    filter: text('Filter members', '筛选成员'),
    question: text('Are you sure you want to remove this member?', '确定要移除此成员吗？'),
    detail: text(
      (login: string, organization: string) =>
        `${login} leaves all teams, and loses all roles in the repositories of ${organization}.`,
      (login, organization) =>
        `${login} 将离开所有团队，并失去在 ${organization} 仓库中的所有角色。`,
    ),
  },
  member: text('Member', '成员'),
  login: text('Login', '登录名'),
  loginHint: text('The login of an account on this server.', '此服务器上某个账户的登录名。'),
  role: text('Role', '角色'),
  roleOf: text(
    (name: string) => `Role of ${name}`,
    (name) => `${name} 的角色`,
  ),
  roles: {
    member: text('Member', '成员'),
    owner: text('Owner', '所有者'),
  },
  source: text('From', '来源'),
  byHand: text('Added here', '在此添加'),
  byGroup: text('Group', '用户组'),
  byBoth: text('Added here, and group', '在此添加，以及用户组'),
  groupLock: text(
    'In a team through a group. It ends when the account leaves the group.',
    '通过用户组加入团队。离开用户组后即失效。',
  ),
  teams: {
    title: text('Teams', '团队'),
    hint: text(
      'Members of a team have its role in its repositories. The highest role of several counts.',
      '团队成员在其仓库中拥有团队的角色。有多个角色时取最高者。',
    ),
    add: text('New Team', '新建团队'),
    dialog: text('Create a New Team', '新建团队'),
    edit: text(
      (name: string) => `Edit ${name}`,
      (name) => `编辑 ${name}`,
    ),
    emptyTitle: text('No Teams', '没有团队'),
    empty: text('Only owners have roles in repositories.', '只有所有者在仓库中拥有角色。'),
    question: text('Are you sure you want to delete this team?', '确定要删除此团队吗？'),
    detail: text(
      (name: string) => `The members of ${name} lose its role in its repositories.`,
      (name) => `${name} 的成员将失去其在仓库中的角色。`,
    ),
  },
  team: text('Team', '团队'),
  name: text('Name', '名称'),
  rights: {
    read: text('Read', '读取'),
    write: text('Write', '写入'),
    admin: text('Administer', '管理'),
  },
  allRepos: text('All repositories of the organization', '组织的所有仓库'),
  allReposHint: text('Also those that are created later.', '包括以后创建的仓库。'),
  all: text('All', '全部'),
  repositories: text('Repositories', '仓库'),
  number: text('Members', '成员'),
  membersOf: text(
    (team: string) => `Members of ${team}`,
    (team) => `${team} 的成员`,
  ),
  reposOf: text(
    (team: string) => `Repositories of ${team}`,
    (team) => `${team} 的仓库`,
  ),
  addRepo: text('Add Repository', '添加仓库'),
  repoDialog: text('Add a Repository', '添加仓库'),
  repository: text('Repository', '仓库'),
  repositoryHint: text('Its name in this organization.', '其在此组织中的名称。'),
  noTeamMembers: text('The team has no members.', '此团队没有成员。'),
  noTeamRepos: text('The team has no repositories.', '此团队没有仓库。'),
  removeFromTeam: text(
    'Are you sure you want to remove this from the team?',
    '确定要将其从团队移除吗？',
  ),
  groups: {
    title: text('Groups', '用户组'),
    hint: text(
      'Members of a group of the directory or the sign-in provider are members of its team, and of the organization. They are read at each sign-in, and those of an LDAP directory at intervals.',
      '目录或登录提供方中用户组的成员即为其团队及组织的成员。每次登录时读取，LDAP 目录还会定期读取。',
    ),
    add: text('Add Group', '添加用户组'),
    dialog: text('Add a Group', '添加用户组'),
    emptyTitle: text('No Groups', '没有用户组'),
    empty: text('Owners add members to teams by hand.', '所有者手动向团队添加成员。'),
    question: text('Are you sure you want to remove this group?', '确定要移除此用户组吗？'),
    detail: text(
      (group: string, team: string) => `Those whom only ${group} made members leave ${team}.`,
      (group, team) => `仅因 ${group} 而成为成员的用户将离开 ${team}。`,
    ),
  },
  group: text('Group', '用户组'),
  groupHint: text(
    'As the provider names it in its claim, or its common name in the LDAP directory.',
    '提供方声明中的名称，或 LDAP 目录中的通用名称。',
  ),
  known: text('Known Members', '已知成员'),
  membersCreate: text('Members may create repositories', '成员可以创建仓库'),
  membersCreateHint: text(
    'By a push to a new name. Who creates a repository administers it.',
    '推送到新名称即可创建。创建者管理该仓库。',
  ),
  deleteTitle: text('Delete Organization', '删除组织'),
  deleteHint: text(
    'Only an organization without repositories can be deleted. Its teams, secrets and templates are deleted too.',
    '只有没有仓库的组织才能删除。其团队、密钥和模板也会被删除。',
  ),
  deleteQuestion: text(
    'Are you sure you want to delete this organization?',
    '确定要删除此组织吗？',
  ),
  list: {
    title: text('Organizations', '组织'),
    hint: text(
      'Namespaces of several people, with teams that have roles in their repositories.',
      '由多人共用的命名空间，其团队在仓库中拥有角色。',
    ),
    add: text('New Organization', '新建组织'),
    dialog: text('Create a New Organization', '新建组织'),
    emptyTitle: text('No Organizations', '没有组织'),
    empty: text(
      'Repositories belong to the accounts in whose namespace they are.',
      '仓库归其命名空间所属的账号所有。',
    ),
    owner: text('Owner', '所有者'),
    ownerHint: text('The login of its first owner.', '首位所有者的登录名。'),
    created: text('Created', '创建时间'),
  },
  created: text('Organization has been created', '组织已创建'),
  deleted: text('Organization has been deleted', '组织已删除'),
  saved: text('Changes have been saved', '更改已保存'),
  added: text('Added successfully', '添加成功'),
  removed: text('Removed successfully', '移除成功'),
  failed: text(
    (message: string) => `Unable to change the organization: ${message}`,
    (message) => `无法更改组织：${message}`,
  ),
};
