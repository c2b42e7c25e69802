// One part, because the page of trends shows tests too. Modules that many parts share become part of every page.
export { TestsScreen } from './tests-screen.tsx';
export { TrendsScreen } from './trends-screen.tsx';
