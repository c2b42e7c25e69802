import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { SessionGuard } from '../features/session/session-guard.tsx';
import { paths } from '../lib/paths.ts';
import { DashboardRoute } from '../routes/dashboard-route.tsx';
import { NotFoundRoute } from '../routes/not-found-route.tsx';
import { AppFrame } from './app-frame.tsx';

const signIn = () => import('../routes/sign-in-routes.tsx');
const WelcomeRoute = lazy(async () => ({ default: (await signIn()).WelcomeRoute }));
const LoginFormRoute = lazy(async () => ({ default: (await signIn()).LoginFormRoute }));
const LoginErrorRoute = lazy(async () => ({ default: (await signIn()).LoginErrorRoute }));
const LogoutRoute = lazy(async () => ({ default: (await signIn()).LogoutRoute }));
const RepoRoute = lazy(async () => ({
  default: (await import('../routes/repo-route.tsx')).RepoRoute,
}));
const BuildRoute = lazy(async () => ({
  default: (await import('../routes/build-route.tsx')).BuildRoute,
}));

export function AppRoutes() {
  return (
    <Suspense>
      <Routes>
        <Route path={paths.welcome} element={<WelcomeRoute />} />
        <Route path={paths.loginForm} element={<LoginFormRoute />} />
        <Route path={paths.loginError} element={<LoginErrorRoute />} />
        <Route path={paths.logout} element={<LogoutRoute />} />
        <Route element={<AppFrame />}>
          <Route element={<SessionGuard />}>
            <Route path={paths.home} element={<DashboardRoute />} />
          </Route>
          <Route path="/:namespace/:name" element={<RepoRoute />} />
          <Route path="/:namespace/:name/:build/:stage?/:step?" element={<BuildRoute />} />
          <Route path="*" element={<NotFoundRoute />} />
        </Route>
      </Routes>
    </Suspense>
  );
}
