import { StartError } from '@millrace/node-kit/start-error';
import { stringify } from 'yaml';
import { usageOf } from '../command-line/help-text.ts';
import { readArgs } from '../command-line/read-args.ts';
import { readServer } from '../command-line/read-server.ts';
import { say } from '../command-line/say.ts';
import { exportHelp } from './apply/apply-help.ts';
import { exportedSections } from './apply/exported-sections.ts';
import { readCurrent } from './apply/read-current.ts';
import { settingsOf } from './apply/settings-of.ts';

const text = { type: 'string' } as const;

/** `millrace export-settings`: prints the settings of a server as a settings file. */
export async function exportSettings(args: readonly string[]): Promise<number> {
  const options = { org: text, repo: text, server: text } as const;
  const { values } = readArgs(args, 0, options, usageOf(exportHelp));
  if (values.org && values.repo) throw new StartError('Use either --repo or --org.');
  const server = readServer(values.server);
  const sections = await exportedSections(server, values);
  const found = await readCurrent(server, sections);
  const name = values.repo ?? values.org;
  if (name !== undefined && found.length === 0) throw new StartError(`There is no ${name}.`);
  // A line is never folded: a template must stay as it is.
  say(stringify(settingsOf(found), { lineWidth: 0 }).trimEnd());
  return 0;
}
