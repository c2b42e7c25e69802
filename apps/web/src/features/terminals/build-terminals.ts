/** Parts of the page of a build, in one file that it loads when a step has failed. */
export { PausedBuild } from './paused-build.tsx';
export { TerminalLauncher } from './terminal-launcher.tsx';
