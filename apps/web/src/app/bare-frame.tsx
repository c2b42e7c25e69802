import { Outlet } from 'react-router';
import { AppFooter } from './app-footer.tsx';
import css from './app-frame.module.css';

/** Surrounds the pages of signing in and out, which show no navigation. */
export function BareFrame() {
  return (
    <div className={css.bare}>
      <Outlet />
      <AppFooter />
    </div>
  );
}
