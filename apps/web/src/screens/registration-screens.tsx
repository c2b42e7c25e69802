// One part, because each page names its parts before anything is shown. The register links to the privacy statement.
export { PrivacyScreen } from './privacy-screen.tsx';
export { RegisterScreen } from './register-screen.tsx';
