import { type DroneSetting, droneSettings } from './drone-settings.ts';

type Environment = Record<string, string | undefined>;

/**
 * Returns a line for each set variable of Drone, without its value, unless its replacement is set too. The last line
 * counts those that something is left to do for. Unknown names may be those of steps.
 */
export function explainDroneVariables(env: Environment): string[] {
  const found = droneSettings.flatMap((setting) =>
    setting.names
      .filter((name) => env[name] && !isReplaced(name, setting, env))
      .map((name) => ({ name, setting })),
  );
  const remaining = found.filter(({ setting }) => setting.state !== 'built in').length;
  const lines = found.map(({ name, setting }) => `${name} is not read. ${explainSetting(setting)}`);
  if (remaining === 0) return lines;
  const variables =
    remaining === 1 ? '1 variable of Drone is' : `${remaining} variables of Drone are`;
  return [...lines, `${variables} left to replace or remove.`];
}

/** Returns whether the variables that replace one of Drone are set. */
function isReplaced(name: string, { names, variables }: DroneSetting, env: Environment): boolean {
  // Of several variables, the one with the same last word replaces it, or those without such a counterpart.
  const own = variables.filter((variable) => lastWord(variable) === lastWord(name));
  const words = names.map(lastWord);
  const shared = variables.filter((variable) => !words.includes(lastWord(variable)));
  const needed = own.length > 0 ? own : shared;
  return needed.length > 0 && needed.every((variable) => isSet(variable, env));
}

function lastWord(variable: string): string {
  return variable.replace(/=.*/, '').replace(/.*_/, '');
}

/** @param variable a name, or a name with the only value that replaces a variable of Drone */
function isSet(variable: string, env: Environment): boolean {
  const [name = '', value] = variable.split('=');
  return value === undefined ? Boolean(env[name]) : env[name] === value;
}

function explainSetting({ state, variables, note }: DroneSetting): string {
  const now = {
    replaced: `Set ${variables.join(', ')}.`,
    'built in': 'No setting is needed.',
    'not available': 'Not available.',
  }[state];
  return note ? `${now} ${note}` : now;
}
