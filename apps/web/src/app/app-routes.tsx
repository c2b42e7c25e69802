import { Navigate, Route, Routes } from 'react-router';
import { SessionGuard } from '../features/sign-in/session-guard.tsx';
import { basePath } from '../lib/base-path.ts';
import { logError } from '../lib/log-error.ts';
import { paths } from '../lib/paths.ts';
import { AppFrame } from './app-frame.tsx';
import { BareFrame } from './bare-frame.tsx';
import { lazyScreen } from './lazy-screen.tsx';

const dashboard = () => import('../screens/dashboard-screen.tsx');
const DashboardScreen = lazyScreen(dashboard, 'DashboardScreen');
// The session guard renders the screen only once the account is loaded. Fetch the code of the screen
// meanwhile.
if (location.pathname === basePath + paths.home) dashboard().catch(logError);

const signIn = () => import('../screens/sign-in-screens.tsx');
const WelcomeScreen = lazyScreen(signIn, 'WelcomeScreen');
const LoginFormScreen = lazyScreen(signIn, 'LoginFormScreen');
const LoginErrorScreen = lazyScreen(signIn, 'LoginErrorScreen');
const LogoutScreen = lazyScreen(signIn, 'LogoutScreen');
const RegisterScreen = lazyScreen(signIn, 'RegisterScreen');
const PrivacyScreen = lazyScreen(signIn, 'PrivacyScreen');
const RepoScreen = lazyScreen(() => import('../screens/repo-screen.tsx'), 'RepoScreen');
const CompareScreen = lazyScreen(() => import('../screens/compare-screen.tsx'), 'CompareScreen');
const overviews = () => import('../screens/overview-screens.tsx');
const BuildsFeedScreen = lazyScreen(overviews, 'BuildsFeedScreen');
const OrganizationScreen = lazyScreen(overviews, 'OrganizationScreen');
const BuildScreen = lazyScreen(() => import('../screens/build-screen.tsx'), 'BuildScreen');

const latestBuilds = () => import('../screens/latest-build-screens.tsx');
const BranchesScreen = lazyScreen(latestBuilds, 'BranchesScreen');
const DeploymentsScreen = lazyScreen(latestBuilds, 'DeploymentsScreen');
const statistics = () => import('../screens/statistics-screens.tsx');
const TestsScreen = lazyScreen(statistics, 'TestsScreen');
const TrendsScreen = lazyScreen(statistics, 'TrendsScreen');
const PipelinesScreen = lazyScreen(statistics, 'PipelinesScreen');
const causes = () => import('../screens/causes-screens.tsx');
const CausesScreen = lazyScreen(causes, 'CausesScreen');
const RepoCausesScreen = lazyScreen(causes, 'RepoCausesScreen');
const CauseScreen = lazyScreen(causes, 'CauseScreen');
const bisections = () => import('../screens/bisection-screens.tsx');
const BisectionsScreen = lazyScreen(bisections, 'BisectionsScreen');
const BisectionScreen = lazyScreen(bisections, 'BisectionScreen');
const RepoSettingsScreen = lazyScreen(
  () => import('../screens/repo-settings-screen.tsx'),
  'RepoSettingsScreen',
);
const AdminScreen = lazyScreen(() => import('../screens/admin-screen.tsx'), 'AdminScreen');
const NotFoundScreen = lazyScreen(
  () => import('../screens/not-found-screen.tsx'),
  'NotFoundScreen',
);
const accounts = () => import('../screens/account-screens.tsx');
const AccountScreen = lazyScreen(accounts, 'AccountScreen');
const UsersScreen = lazyScreen(accounts, 'UsersScreen');

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<BareFrame />}>
        <Route path={paths.welcome} element={<WelcomeScreen />} />
        <Route path={paths.loginForm} element={<LoginFormScreen />} />
        <Route path={paths.loginError} element={<LoginErrorScreen />} />
        <Route path={paths.logout} element={<LogoutScreen />} />
        <Route path={paths.register} element={<RegisterScreen />} />
        <Route path={paths.privacy} element={<PrivacyScreen />} />
      </Route>
      <Route element={<AppFrame />}>
        <Route element={<SessionGuard />}>
          <Route path={paths.home} element={<DashboardScreen />} />
          <Route path={paths.buildsFeed} element={<BuildsFeedScreen />} />
          <Route path={paths.causes} element={<CausesScreen />} />
          <Route path={paths.account} element={<AccountScreen />} />
          <Route path={paths.settings} element={<Navigate to={paths.users} replace />} />
          <Route path={paths.users} element={<UsersScreen />} />
          <Route path="/settings/:page" element={<AdminScreen />} />
          <Route path="/settings/*" element={<NotFoundScreen />} />
          <Route path="/runners" element={<Navigate to="/settings/runners" replace />} />
        </Route>
        <Route path="/:namespace" element={<OrganizationScreen />} />
        <Route path="/:namespace/:name">
          <Route index element={<RepoScreen />} />
          <Route path="branches" element={<BranchesScreen />} />
          {/* A splat alone would rank below the path of a step of a build. */}
          <Route path="deployments/:stage?/*" element={<DeploymentsScreen />} />
          <Route path="tests" element={<TestsScreen />} />
          <Route path="pipelines" element={<PipelinesScreen />} />
          <Route path="trends" element={<TrendsScreen />} />
          <Route path="causes" element={<RepoCausesScreen />} />
          <Route path="causes/:cause" element={<CauseScreen />} />
          <Route path="bisections" element={<BisectionsScreen />} />
          <Route path="bisections/:bisection" element={<BisectionScreen />} />
          <Route path="settings/:section?" element={<RepoSettingsScreen />} />
          <Route path="compare/:before/:after" element={<CompareScreen />} />
          <Route path=":build/:stage?/:step?" element={<BuildScreen />} />
        </Route>
        <Route path="*" element={<NotFoundScreen />} />
      </Route>
    </Routes>
  );
}
