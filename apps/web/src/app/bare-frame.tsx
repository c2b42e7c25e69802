import { Outlet } from 'react-router';
import { AppFooter } from './app-footer.tsx';
import css from './app-frame.module.css';

/** Frame of the sign-in and sign-out pages, without navigation. */
export function BareFrame() {
  return (
    <div className={css.bare}>
      <Outlet />
      <AppFooter />
    </div>
  );
}
