/** English texts of the first steps in a repository without builds. */
export const enStarters = {
  pushTitle: 'Push your first repository',
  savePipeline: (file: string) => `Save a pipeline as ${file} in the top folder of your project`,
  push: 'Push the project from its folder',
  repoName: 'Repository name',
  invalidName: 'Use letters, digits, dots, dashes and underscores.',
  pushHint:
    'The first push creates the repository and starts its first build. git asks for your password; your personal token works too.',
  syncTitle: 'Get your repositories',
  syncSteps: [
    'Press Sync at the top of this page. It reads the repositories that you can reach at your forge, such as Gitea or GitHub, and your rights in them.',
    'Then open a repository and activate it: from then on its pushes and pull requests start builds.',
    'If a repository is missing, check at the forge that your account and this application have access to it, and sync again.',
  ],
  pipelineTitle: 'Add a pipeline',
  missing: (slug: string, branch: string, file: string) =>
    `${slug} has no ${file} on ${branch} yet, so nothing is built. Save this one in the repository, commit and push.`,
  emptyRepo: (slug: string, file: string) =>
    `${slug} has no commits yet. Save this pipeline as ${file} in your project, then push it.`,
  project: 'Project',
  type: 'Runs in',
  kinds: {
    node: 'Node.js',
    go: 'Go',
    python: 'Python',
    rust: 'Rust',
    java: 'Java',
    docker: 'Docker image',
    plain: 'Any project',
  },
  types: { exec: 'Processes (exec)', docker: 'Containers (docker)' },
  needs: {
    exec: 'Steps run as processes on the machine of the runner. The tools that they use must be installed there.',
    docker: 'Each step runs in a container of its image. The runner needs a Docker engine.',
  },
  noRunner: {
    exec: 'No connected runner accepts exec pipelines at the moment.',
    docker: 'No connected runner accepts docker pipelines at the moment.',
  },
  more: 'Read more:',
};

export type StarterMessages = typeof enStarters;
