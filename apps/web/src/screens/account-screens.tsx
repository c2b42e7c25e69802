// One part, because each page names its parts before anything is shown. The two share panels of an account.
export { AccountScreen } from './account-screen.tsx';
export { UsersScreen } from './users-screen.tsx';
