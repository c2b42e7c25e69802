export { FirstMinute } from './first-minute.tsx';
export { StarterPanel } from './starter-panel.tsx';
