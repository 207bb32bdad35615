import { lazy } from 'react';
import { Route, Routes } from 'react-router';
import { CHANGE_PASSWORD_PATH, FORGOTTEN_PASSWORD_PATH, LOGIN_PATH } from '../lib/paths.ts';
import { Guarded } from './Guarded.tsx';
import { signedIn } from './load-signed-in.ts';

const LoginPage = lazy(() => import('../features/auth/LoginPage.tsx'));
const ChangePasswordPage = lazy(() => import('../features/auth/ChangePasswordPage.tsx'));

const SignedInRoute = () => {
  const SignedIn = signedIn.useLoaded();
  return SignedIn ? <SignedIn /> : null;
};

/** Only the pages without the shell are routes; the shell resolves every other address with the user's menus. */
export const AppRoutes = () => (
  <Guarded>
    <Routes>
      <Route path={LOGIN_PATH} element={<LoginPage onTyping={signedIn.preload} />} />
      <Route path={CHANGE_PASSWORD_PATH} element={<ChangePasswordPage />} />
      <Route path={FORGOTTEN_PASSWORD_PATH} element={<ChangePasswordPage isForgotten />} />
      <Route path="*" element={<SignedInRoute />} />
    </Routes>
  </Guarded>
);
