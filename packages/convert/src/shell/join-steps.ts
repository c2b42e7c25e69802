import {
  addArtifactRule,
  type Environment,
  isUnconditional,
  type OutputText,
  type Stage,
  type Step,
} from '../model.ts';
import { escapeText } from '../write/escape-text.ts';

/** Commands that write outside of the clone folder what later steps need. */
const installs =
  /\b(?:apt(?:-get)?|apk|yum|dnf|brew|pacman|gem|cargo|go|conda|mamba|cpanm?|luarocks|opam|nix-env|pipx?3?|poetry|uv|stack|cabal|composer global|dotnet tool|rustup|bundle|make)\s+(?:-\S+\s+)*(?:install|uninstall|add|pip|component|target|toolchain|sync|-S\w*)\b|\b(?:npm|pnpm|yarn|pip|poetry|bundle)\s+config\b|\bgo\s+env\s+-w\b|\b(?:npm|pnpm|yarn)\s+(?:i|install|add|global)\s[^\n]{0,200}(?:-g\b|--global\b)|\byarn\s+global\b|\bplaywright\s+install\b|\bcorepack\b|\|\s*(?:[\w./=-]+\s+){0,4}(?:ba)?sh\b|\bexport\s+\w+=|\$BASH_ENV\b|\bsudo\s|\bgit config\b|(?:~|\$HOME|\$\{HOME\})\/(?!\.(?:cache|npm)\b)|[\s"'=]\/(?:usr\/local|opt|etc|root)\//;

/** Commands that only fill the clone folder, whatever the step is called. */
const installsInClone =
  /^\s*(?:npm|pnpm|yarn|composer)(?:[ \t]+(?:ci|i|install|add)\b[^\n;&|]*|(?:[ \t]+-[^\n;&|]*)?)\s*$/;

/** Commands that change the shell for those after them. */
const changesShell =
  /(?:^|[\s;&|(])(?:cd|pushd|popd|set|exit|export|exec|trap|umask|alias)(?:\s|;|$)/m;

/** Outputs are variables of later steps only, and a joined step is none. */
const exportOutputs = escapeText(`if [ -f "$DRONE_OUTPUT" ]; then
  while IFS= read -r line; do
    case "\${line%%=*}" in
      '' | [0-9]* | *[!A-Za-z0-9_]*) ;;
      *) export "$line" ;;
    esac
  done < "$DRONE_OUTPUT"
fi`);

/**
 * Joins a step that installs programs with the ones after it. On other systems, the steps of a job share a machine;
 * here, each has a container of its own and they share the clone folder alone.
 */
export function joinSteps(stage: Stage): void {
  const joined: Step[] = [];
  let installer: Step | undefined;
  /** Index of the commands of the step that was joined last. */
  let start = 0;
  for (const step of stage.steps) {
    const last = joined.at(-1);
    if (installer && installer === last && canJoin(installer, step)) {
      const commands = installer.commands.splice(start);
      installer.commands.push(...inOwnShell(commands));
      if (commands.some((command) => command.includes('$DRONE_OUTPUT'))) {
        installer.commands.push(exportOutputs);
      }
      start = installer.commands.length;
      append(installer, step);
      continue;
    }
    if (installer && step.commands.length > 0 && step.image === installer.image) {
      step.comments.push(
        `Programs and files that "${installer.name}" installs are missing in this step, because only the clone folder is shared.`,
      );
    }
    joined.push(step);
    if (isInstaller(step)) {
      installer = step;
      start = 0;
    }
  }
  stage.steps = joined;
}

/** Whether later commands may need what a step leaves outside of the clone folder. */
export function isInstaller({ name, commands }: Step): boolean {
  if (commands.some((command) => installs.test(command))) return true;
  const isNamedSo = /\binstall|\bset ?up\b/i.test(name);
  return isNamedSo && commands.some((command) => !installsInClone.test(command));
}

/** On other systems, each step starts in the clone folder with a new shell. */
function inOwnShell(commands: readonly OutputText[]): OutputText[] {
  if (!commands.some((command) => changesShell.test(command))) return [...commands];
  return [['(', ...commands, ')'].join('\n')];
}

function canJoin(first: Step, second: Step): boolean {
  return (
    second.commands.length > 0 &&
    first.image === second.image &&
    first.user === second.user &&
    [first, second].every(isUnconditional) &&
    !first.ignoresFailure &&
    !second.ignoresFailure &&
    first.timeout === undefined &&
    second.timeout === undefined &&
    !first.detach &&
    !second.detach &&
    first.dependsOn.length + second.dependsOn.length === 0 &&
    first.workingDir === undefined &&
    second.workingDir === undefined &&
    first.summary === second.summary &&
    isCompatible(first.environment, second.environment)
  );
}

function isCompatible(first: Environment, second: Environment): boolean {
  const text = (value: unknown) => JSON.stringify(value);
  return [...second].every(
    ([name, value]) => !first.has(name) || text(first.get(name)) === text(value),
  );
}

function append(first: Step, second: Step): void {
  first.comments.push(
    ...second.comments,
    `Joined with the step "${second.name}", which may need what this one installs.`,
  );
  first.commands.push(...second.commands);
  for (const [name, value] of second.environment) first.environment.set(name, value);
  if (second.artifacts.length > 0) addArtifactRule(first, second.artifactRule);
  first.artifacts.push(...second.artifacts);
  first.junit.push(...second.junit);
  first.caches.push(...second.caches);
}
