// One part, because the page of trends shows tests too. Modules that many parts share become part of every page, and each page
// names its parts before anything is shown.
export { PipelinesScreen } from './pipelines-screen.tsx';
export { TestsScreen } from './tests-screen.tsx';
export { TrendsScreen } from './trends-screen.tsx';
