// One part, because each page names its parts before anything is shown. Both are about several repositories.
export { BuildsFeedScreen } from './builds-feed-screen.tsx';
export { OrganizationScreen } from './organization-screen.tsx';
