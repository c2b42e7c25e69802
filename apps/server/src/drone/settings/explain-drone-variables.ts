import { type DroneSetting, droneSettings } from './drone-settings.ts';

/** Returns a line for each set variable of Drone, without its value. Unknown names may be those of steps. */
export function explainDroneVariables(env: Record<string, string | undefined>): string[] {
  return droneSettings.flatMap((setting) =>
    setting.names
      .filter((name) => env[name])
      .map((name) => `${name} is not read. ${explainSetting(setting)}`),
  );
}

function explainSetting({ state, variables, note }: DroneSetting): string {
  const now = {
    replaced: `Set ${variables.join(', ')}.`,
    'built in': 'No setting is needed.',
    'not available': 'Not available.',
  }[state];
  return note ? `${now} ${note}` : now;
}
