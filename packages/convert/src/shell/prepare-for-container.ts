import type { OutputText, Stage } from '../model.ts';

/** `sudo` as the first word of a command. With a user, it has another effect than to run as root. */
const sudo =
  /(^[ \t]*|[;&|(`][ \t]*|\b(?:then|do|else|xargs)[ \t]+)sudo[ \t]+(?:(?:-[EHn]+|--)[ \t]+)*(?!-)/gm;
const aptInstall = /\b(apt(?:-get)?)((?:[ \t]+-\S+)*)[ \t]+install\b([^\n;&|]*)/g;
const aptUpdate = /\bapt(?:-get)?(?:[ \t]+-\S+)*[ \t]+update\b/;
const answersYes = /[ \t](?:-\w*y\w*|--yes|--assume-yes)(?=\s|$)/;

/**
 * Changes commands for a machine to commands for the image that stands for it: they run as root, `sudo` is missing, and
 * apt asks before it installs and has no lists of packages.
 */
export function prepareForContainer(stage: Stage): void {
  for (const step of stage.steps) {
    let isUpdated = false;
    step.commands = step.commands.map(forRoot).flatMap((command) => {
      const first = command.search(aptInstall);
      const update = command.search(aptUpdate);
      const isTooLate = first >= 0 && !isUpdated && (update < 0 || update > first);
      isUpdated ||= first >= 0 || update >= 0;
      return isTooLate ? ['apt-get update', command] : [command];
    });
  }
}

/** Removes `sudo`, and answers the question of apt. */
function forRoot(command: OutputText): OutputText {
  return command
    .replaceAll(sudo, '$1')
    .replaceAll(aptInstall, (whole, apt: string, options: string, rest: string) =>
      answersYes.test(options + rest) ? whole : `${apt}${options} install -y${rest}`,
    );
}
