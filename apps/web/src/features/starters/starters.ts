export { GettingStarted } from './getting-started.tsx';
export { StarterPanel } from './starter-panel.tsx';
