import { Navigate, Route, Routes } from 'react-router';
import { SessionGuard } from '../features/session/session-guard.tsx';
import { paths } from '../lib/paths.ts';
import { DashboardRoute } from '../routes/dashboard-route.tsx';
import { NotFoundRoute } from '../routes/not-found-route.tsx';
import { AppFrame } from './app-frame.tsx';
import { BareFrame } from './bare-frame.tsx';
import { lazyRoute } from './lazy-route.tsx';

const signIn = () => import('../routes/sign-in-routes.tsx');
const WelcomeRoute = lazyRoute(signIn, 'WelcomeRoute');
const LoginFormRoute = lazyRoute(signIn, 'LoginFormRoute');
const LoginErrorRoute = lazyRoute(signIn, 'LoginErrorRoute');
const LogoutRoute = lazyRoute(signIn, 'LogoutRoute');
const RegisterRoute = lazyRoute(signIn, 'RegisterRoute');
const PrivacyRoute = lazyRoute(signIn, 'PrivacyRoute');
const RepoRoute = lazyRoute(() => import('../routes/repo-route.tsx'), 'RepoRoute');
const BuildRoute = lazyRoute(() => import('../routes/build-route.tsx'), 'BuildRoute');

const latestBuilds = () => import('../routes/latest-build-routes.tsx');
const BranchesRoute = lazyRoute(latestBuilds, 'BranchesRoute');
const DeploymentsRoute = lazyRoute(latestBuilds, 'DeploymentsRoute');
const RepoSettingsRoute = lazyRoute(
  () => import('../routes/repo-settings-route.tsx'),
  'RepoSettingsRoute',
);
const AccountRoute = lazyRoute(() => import('../routes/account-route.tsx'), 'AccountRoute');
const UsersRoute = lazyRoute(() => import('../routes/users-route.tsx'), 'UsersRoute');

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<BareFrame />}>
        <Route path={paths.welcome} element={<WelcomeRoute />} />
        <Route path={paths.loginForm} element={<LoginFormRoute />} />
        <Route path={paths.loginError} element={<LoginErrorRoute />} />
        <Route path={paths.logout} element={<LogoutRoute />} />
        <Route path={paths.register} element={<RegisterRoute />} />
        <Route path={paths.privacy} element={<PrivacyRoute />} />
      </Route>
      <Route element={<AppFrame />}>
        <Route element={<SessionGuard />}>
          <Route path={paths.home} element={<DashboardRoute />} />
          <Route path={paths.account} element={<AccountRoute />} />
          <Route path={paths.settings} element={<Navigate to={paths.users} replace />} />
          <Route path={paths.users} element={<UsersRoute />} />
          <Route path={`${paths.settings}/*`} element={<NotFoundRoute />} />
        </Route>
        <Route path="/:namespace/:name" element={<RepoRoute />} />
        <Route path="/:namespace/:name/branches" element={<BranchesRoute />} />
        <Route path="/:namespace/:name/deployments" element={<DeploymentsRoute />} />
        <Route path="/:namespace/:name/settings/:section?" element={<RepoSettingsRoute />} />
        <Route path="/:namespace/:name/:build/:stage?/:step?" element={<BuildRoute />} />
        <Route path="*" element={<NotFoundRoute />} />
      </Route>
    </Routes>
  );
}
