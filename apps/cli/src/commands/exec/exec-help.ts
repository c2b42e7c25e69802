import type { CommandHelp } from '../../command-line/command.ts';

export const execHelp: CommandHelp = {
  calls: [
    ['exec [FILE]', 'runs the pipelines of the working tree on this machine'],
    ['exec --build NUMBER', 'replays a failed step of a build on this machine'],
  ],
  details: `  --stage NAME         runs only the stages of this name
  --step NAME          runs only this step, the steps that it needs, and all services
  --event EVENT        event of the build: push (the default), pull_request, tag, promote, rollback, cron, custom
  --branch NAME        branch of the build
  --ref REF            git reference of the build
  --target NAME        target of a promotion or a rollback
  --cron NAME          name of the cron job
  --param NAME=VALUE   parameter of the build; may be repeated
  --folder FOLDER      reads the pipeline files of this folder too
  --build FILE         properties of the build as JSON, - for standard input
  --build NUMBER       replays a failed step of this build of the server, with its commit; needs MILLRACE_TOKEN
  --repo NAME          repository of that build, NAMESPACE/NAME; default: that of the git remote
  --trusted            allows what only trusted repositories may use
  --secret-file FILE   secrets, one NAME=value a line; values of several lines in quotes
  --server URL         address that the steps see as that of their server; default: MILLRACE_SERVER or DRONE_SERVER
  --templates FOLDER   templates of the organization
  --timeout MINUTES    time limit of each stage; default: none
  --no-cache           neither reads nor stores caches
  --shell              opens a shell after the steps, in their folder and with their variables
  --json               prints the finished build as JSON; the logs go to standard error

Without FILE, runs .drone.yml. Exit code 0 if the build succeeds, 1 if it fails, 2 if the file or the arguments are
wrong, 3 if a stage cannot run on this machine, 130 if it is cancelled.`,
};
