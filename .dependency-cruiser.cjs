// The import rules in ARCHITECTURE.md: a folder may import the folders to its right, never those to its
// left.

/** Creates a rule for each folder: it must not import the folders above it. */
function layers(base, ordered) {
  return ordered.slice(1).map((folder, index) => ({
    name: `${base}: ${folder} imports upwards`,
    severity: 'error',
    from: { path: `^${base}/(${folder})(/|\\.ts)` },
    to: { path: `^${base}/(${ordered.slice(0, index + 1).join('|')})(/|\\.ts)` },
  }));
}

/** A test, which may import what the product may not. */
const testFile = '\\.test\\.tsx?$';
const web = 'apps/web/src';
const server = 'apps/server/src';
const runner = 'apps/runner/src';

module.exports = {
  forbidden: [
    ...layers(web, ['main', 'app', 'screens', 'features', 'domain-ui', 'ui', 'lib']),
    {
      name: 'web: api is below features',
      severity: 'error',
      from: { path: `^${web}/api/` },
      to: { path: `^${web}/(main|app|screens|features|domain-ui|ui)/` },
    },
    {
      name: 'web: controls know no API',
      severity: 'error',
      from: { path: `^${web}/(domain-ui|ui|lib)/` },
      to: { path: `^${web}/api/` },
    },
    {
      name: 'web: schemas are for those that check',
      severity: 'error',
      from: { path: `^${web}/`, pathNot: [testFile, `^${web}/testing/`] },
      to: {
        path: ['^packages/contract/src/api/(schemas|endpoints)\\.ts$', '\\.schema\\.ts$', '/zod/'],
      },
    },
    {
      name: 'web: a feature never imports another feature',
      severity: 'error',
      from: { path: `^${web}/features/([^/]+)/` },
      to: { path: `^${web}/features/`, pathNot: `^${web}/features/$1/` },
    },
    ...layers(server, [
      'main|commands',
      'backup|drone|server',
      'seed|build-app|assemble|create-core|open-forges|embedded-runner',
      'features|feature|port|contributions|core|cluster',
      'builds|accounts|object-store|tls',
      'repositories|jobs',
      'forges',
      'dry-run',
      'http',
      'audit',
      'db',
      'config',
      'domain',
      'shared',
    ]),
    ...['builds|accounts|object-store|tls', 'repositories|jobs'].map((beside) => ({
      name: `server: ${beside} do not import each other`,
      severity: 'error',
      from: { path: `^${server}/(${beside})/`, pathNot: testFile },
      to: { path: `^${server}/(${beside})/`, pathNot: `^${server}/$1/` },
    })),
    {
      name: 'server: a feature is imported by its index alone',
      severity: 'error',
      from: { path: `^${server}/features\\.ts$` },
      to: { path: `^${server}/features/`, pathNot: `^${server}/features/[^/]+/index\\.ts$` },
    },
    {
      name: 'server: what can be taken out is known to the list alone',
      severity: 'error',
      from: { path: `^${server}/`, pathNot: [`^${server}/features(/|\\.ts$)`, testFile] },
      to: {
        path: `^${server}/features/`,
        pathNot: `^${server}/features/([^/]+/port\\.ts$|builds/|runners/)`,
      },
    },
    {
      name: 'server: a feature never imports another feature',
      severity: 'error',
      from: {
        path: `^${server}/features/([^/]+)/`,
        pathNot: '\\.test\\.ts$',
      },
      to: {
        path: `^${server}/features/`,
        pathNot: [`^${server}/features/$1/`, `^${server}/features/[^/]+/port\\.ts$`],
      },
    },
    {
      name: 'server: only embedded-runner, what starts it, its settings and dry runs know the runner',
      severity: 'error',
      from: {
        path: `^${server}/`,
        pathNot: `^${server}/(embedded-runner|server|config/(config|settings)|commands/(runner|health)|dry-run/)`,
      },
      to: { path: '^apps/runner/' },
    },
    {
      name: 'server: rows stay in the stores',
      severity: 'error',
      from: {
        path: `^${server}/`,
        pathNot: `^${server}/(db/|.*-(store|codec|reader|model)\\.ts$|.*\\.test\\.ts$)`,
      },
      to: { path: `^${server}/db/tables(\\.ts$|/)` },
    },
    {
      name: 'server: only changeBuild writes builds, stages and steps',
      severity: 'error',
      from: { path: `^${server}/`, pathNot: `^${server}/builds/change-build\\.ts$` },
      to: { path: `^${server}/builds/build-writer\\.ts$` },
    },
    {
      name: 'server: domain knows vocabulary and pipeline, not the HTTP shapes',
      severity: 'error',
      from: { path: `^${server}/domain/`, pathNot: 'domain/(permissions|token-limits)\\.ts$' },
      to: { path: '^packages/contract/src/(api|stream|runner)/' },
    },
    ...layers(runner, [
      'main',
      'runner-command',
      'start-runner|server-link|config|dry-run',
      'run',
      'plan|engines',
      'shared',
    ]),
    {
      name: 'runner: a step extension never imports another one',
      severity: 'error',
      from: {
        path: `^${runner}/run/step-extensions/([^/.]+)`,
        pathNot: `^${runner}/run/step-extensions/create-extensions\\.ts$`,
      },
      to: {
        path: `^${runner}/run/step-extensions/`,
        pathNot: `^${runner}/run/step-extensions/($1[/.]|step-extension\\.ts$)`,
      },
    },
    {
      name: 'the server knows the command line for its own commands alone',
      severity: 'error',
      from: { path: `^${server}/`, pathNot: [`^${server}/(main\\.ts|commands/)`, testFile] },
      to: { path: '^apps/cli/' },
    },
    {
      name: 'apps meet only in the contract',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: {
        path: '^apps/',
        pathNot: [
          '^apps/$1/',
          '^apps/runner/src/(start-runner|runner-command|dry-run|config/(read-stage-settings|settings/[^/]+))\\.ts$',
          '^apps/cli/src/(client-commands|command-line/[^/]+|commands/plan/(plan-build|read-build-facts))\\.ts$',
        ],
      },
    },
    {
      name: 'the product imports no test support',
      severity: 'error',
      from: {
        path: '^(apps|packages)/[^/]+/src/',
        pathNot: [testFile, '^[^/]+/[^/]+/src/testing/', '^packages/test-support/'],
      },
      to: { path: '^((apps|packages)/[^/]+/(src/)?testing/|packages/test-support/)' },
    },
    {
      name: 'test support of several workspaces imports none of them',
      severity: 'error',
      from: { path: '^packages/test-support/' },
      to: { path: '^(apps|e2e)/' },
    },
    {
      name: 'e2e imports nothing from inside the apps',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^apps/' },
    },
    {
      name: 'the language of pipeline files imports nothing of Millrace, and does no I/O',
      severity: 'error',
      from: { path: '^packages/pipeline/src/', pathNot: testFile },
      to: {
        path: ['^(apps|e2e|bench|tools|packages)/', '^node:'],
        pathNot: '^packages/pipeline/',
      },
    },
    {
      name: 'the conversion of foreign files knows the pipeline language alone, and does no I/O',
      severity: 'error',
      from: { path: '^packages/convert/src/', pathNot: testFile },
      to: {
        path: ['^(apps|e2e|bench|tools|packages)/', '^node:'],
        pathNot: '^packages/(convert|pipeline)/',
      },
    },
    {
      name: 'rules of builds know vocabulary and pipelines alone',
      severity: 'error',
      from: { path: '^packages/build-rules/src/', pathNot: testFile },
      to: {
        path: ['^(apps|e2e|bench|tools|packages)/', '^node:'],
        pathNot: [
          '^packages/(build-rules|pipeline)/',
          '^packages/contract/src/(vocabulary|retention|errors|card)\\.ts$',
        ],
      },
    },
    {
      name: 'what hosts builds knows no server and no database',
      severity: 'error',
      from: { path: '^(packages/build-host|apps/cli)/' },
      to: {
        path: ['^apps/(server|web)/', 'node_modules/(kysely|pg|mysql2|@aws-sdk|ldapts|fastify)/'],
      },
    },
    {
      name: 'packages know the runner only for dry runs',
      severity: 'error',
      from: { path: '^packages/', pathNot: testFile },
      to: { path: '^apps/', pathNot: '^apps/runner/src/dry-run\\.ts$' },
    },
    {
      name: 'the contract imports no app, no Node module, no React',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: '\\.test\\.ts$' },
      to: { path: ['^apps/', '/react/', '/react-dom/'], dependencyTypesNot: [] },
    },
    {
      name: 'node-kit imports nothing of Millrace',
      severity: 'error',
      from: { path: '^packages/node-kit/' },
      to: { path: '^(apps|e2e|bench|tools|packages)/', pathNot: '^packages/node-kit/' },
    },
    {
      name: 'the engine of scripts knows nothing of what they make',
      severity: 'error',
      from: { path: '^packages/scripts/' },
      to: { path: '^(apps/|packages/contract/)' },
    },
    {
      name: 'the contract does no I/O',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no cycles',
      severity: 'error',
      from: { pathNot: '^packages/contract/src/api/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import'] },
  },
};
