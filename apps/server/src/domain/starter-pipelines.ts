import type { ProjectKind, StarterType } from '@millrace/contract/vocabulary';

/** A sample pipeline file for one kind of project and one type of runner. */
export interface StarterPipeline {
  kind: ProjectKind;
  type: StarterType;
  text: string;
}

/** Platform of the runners of one pipeline type. */
export interface RunnerPlatform {
  os: string;
  arch: string;
}

interface Recipe {
  kind: ProjectKind;
  image: string;
  step: string;
  commands: string[];
  /** Settings of a plugin image, which has no commands. Only for `type: docker`. */
  plugin?: { image: string; settings: string[] };
}

const plain: Recipe = {
  kind: 'plain',
  image: 'alpine:3',
  step: 'hello',
  commands: ['echo "Building $DRONE_REPO at $DRONE_COMMIT"', 'ls -la'],
};

/** Default of `platform` in pipeline files. */
const usualPlatform: RunnerPlatform = { os: 'linux', arch: 'amd64' };

/**
 * Lists pipelines for the kinds of project that the file names in the top folder indicate, then a generic
 * one.
 */
export function listStarterPipelines(
  files: readonly string[],
  platforms: Partial<Record<StarterType, RunnerPlatform>>,
): StarterPipeline[] {
  const types: StarterType[] =
    platforms.docker && !platforms.exec ? ['docker', 'exec'] : ['exec', 'docker'];
  return [...findRecipes(new Set(files)), plain].flatMap((recipe) =>
    types.map((type) => ({
      kind: recipe.kind,
      type,
      text: writePipeline(recipe, type, platforms[type] ?? usualPlatform),
    })),
  );
}

function findRecipes(files: ReadonlySet<string>): Recipe[] {
  const has = (...names: string[]) => names.some((name) => files.has(name));
  const recipes: Recipe[] = [];
  if (has('package.json')) recipes.push(nodeRecipe(files));
  if (has('go.mod')) {
    const commands = ['go vet ./...', 'go test ./...'];
    recipes.push({ kind: 'go', image: 'golang:1', step: 'test', commands });
  }
  if (has('pyproject.toml', 'requirements.txt', 'setup.py')) recipes.push(pythonRecipe(files));
  if (has('Cargo.toml')) {
    const locked = has('Cargo.lock') ? ' --locked' : '';
    const commands = [`cargo build${locked}`, `cargo test${locked}`];
    recipes.push({ kind: 'rust', image: 'rust:1', step: 'test', commands });
  }
  if (has('pom.xml', 'build.gradle', 'build.gradle.kts')) recipes.push(javaRecipe(files));
  if (has('Dockerfile')) {
    recipes.push({
      kind: 'docker',
      image: '',
      step: 'image',
      commands: ['docker build --tag app .'],
      plugin: { image: 'plugins/docker', settings: ['repo: example/app', 'dry_run: true'] },
    });
  }
  return recipes;
}

function nodeRecipe(files: ReadonlySet<string>): Recipe {
  const recipe = { kind: 'node', image: 'node:22', step: 'test' } as const;
  if (files.has('pnpm-lock.yaml')) {
    const commands = [
      'corepack pnpm install --frozen-lockfile',
      'corepack pnpm run --if-present test',
    ];
    return { ...recipe, commands };
  }
  if (files.has('yarn.lock')) {
    return { ...recipe, commands: ['corepack yarn install', 'corepack yarn test'] };
  }
  const isLocked = files.has('package-lock.json') || files.has('npm-shrinkwrap.json');
  return {
    ...recipe,
    commands: [isLocked ? 'npm ci' : 'npm install', 'npm run test --if-present'],
  };
}

function pythonRecipe(files: ReadonlySet<string>): Recipe {
  const source = files.has('requirements.txt') ? '-r requirements.txt' : '.';
  return {
    kind: 'python',
    image: 'python:3',
    step: 'test',
    commands: [
      'python3 -m venv .venv',
      '. .venv/bin/activate',
      `pip install ${source} pytest`,
      'pytest',
    ],
  };
}

function javaRecipe(files: ReadonlySet<string>): Recipe {
  const recipe = { kind: 'java', step: 'verify' } as const;
  if (files.has('pom.xml')) {
    const maven = files.has('mvnw') ? 'sh mvnw' : 'mvn';
    return { ...recipe, image: 'maven:3-eclipse-temurin-21', commands: [`${maven} -B verify`] };
  }
  const gradle = files.has('gradlew') ? 'sh gradlew' : 'gradle';
  return { ...recipe, image: 'gradle:8-jdk21', commands: [`${gradle} build`] };
}

function writePipeline(recipe: Recipe, type: StarterType, platform: RunnerPlatform): string {
  const isUsual = platform.os === usualPlatform.os && platform.arch === usualPlatform.arch;
  return [
    'kind: pipeline',
    `type: ${type}`,
    'name: default',
    ...(isUsual ? [] : ['', 'platform:', `  os: ${platform.os}`, `  arch: ${platform.arch}`]),
    '',
    'steps:',
    `  - name: ${recipe.step}`,
    ...stepLines(recipe, type).map((line) => `    ${line}`),
    '',
  ].join('\n');
}

function stepLines({ image, commands, plugin }: Recipe, type: StarterType): string[] {
  if (type === 'docker' && plugin) {
    return [`image: ${plugin.image}`, 'settings:', ...plugin.settings.map((line) => `  ${line}`)];
  }
  return [
    ...(type === 'docker' ? [`image: ${image}`] : []),
    'commands:',
    ...commands.map((command) => `  - ${command}`),
  ];
}
