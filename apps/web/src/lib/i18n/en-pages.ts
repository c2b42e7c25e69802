import { enBuild } from './en-build.ts';
import { enSettings } from './en-settings.ts';

/** The texts of the pages that are not loaded at first. */
export const enPages = {
  ...enBuild,
  ...enSettings,
  register: {
    page: 'Register',
    title: 'Complete your registration',
    email: 'Email',
    noAddress: 'Please enter an email address, such as name@example.com.',
    name: 'Full name',
    company: 'Company (optional)',
    submit: 'Submit',
    privacy: 'Privacy policy',
    licence: 'Licence',
    terms: 'By submitting you accept these:',
  },
  privacy: {
    page: 'Privacy',
    title: 'What this server keeps about you',
    facts: [
      'Your account and when you signed in last.',
      'Builds that you started, approved or cancelled, with their time.',
      'Author, email and message of the commits that are built, and the logs of their builds.',
      'A cookie that keeps you signed in. Nobody else is given anything.',
    ],
    operator: 'Whoever runs this server can read, correct and delete this data. Ask them.',
  },
  signIn: {
    page: 'Sign in',
    greeting: 'Welcome to Millrace',
    redirectNote: 'You will be redirected to your source control system to authenticate.',
    continue: 'Continue',
    withPassword: 'Sign in with a username and password',
    username: 'Username',
    password: 'Password',
    submit: 'Sign in',
    required: 'Please fill in this field.',
    failed: 'An error occured during login attempt, please, try again',
    loggedOut: 'Your session has been successfully terminated.',
    signedIn: 'You are signed in. You can close this window.',
  },
  account: {
    title: 'Account Settings',
    token: 'Personal Token',
    tokenHint: 'It gives programs the access that you have. Keep it as you would a password.',
    copied: 'Copied',
    apiCall: 'Example API Call',
    commandLine: 'Example Command Line Setup',
    renew: 'Renew Token',
    renewQuestion: 'Are you sure you want to renew your personal token?',
    renewDetail:
      'The old token stops working at once. Command lines, scripts and other clients that use it fail until they get the new one.',
    renewed: 'Your token has been renewed',
    renewFailed: (message: string) => `Unable to renew the token: ${message}`,
    password: 'Password',
    passwordHint: 'A new password signs you out everywhere else. Your personal token stays.',
    currentPassword: 'Current password',
    newPassword: 'New password',
    repeatedPassword: 'Repeat the new password',
    passwordLength: (length: number) => `At least ${length} characters.`,
    passwordMismatch: 'The two new passwords differ.',
    changePassword: 'Change Password',
    passwordChanged: 'Your password has been changed. All other sessions have ended.',
    passwordFailed: (message: string) => `Unable to change the password: ${message}`,
    logout: 'Logout',
  },
  unsaved: {
    question: 'Are you sure you want to leave without saving?',
    detail: 'What you changed on this page is not saved yet.',
    leave: 'Leave',
    discardQuestion: 'Are you sure you want to discard what you typed?',
    discard: 'Discard',
  },
  branches: {
    tab: 'Branches',
    empty:
      'Your Branch List is Empty. This list will be populated when you execute a pipeline for an open branch.',
  },
  deployments: {
    tab: 'Deployments',
    environment: 'Environment',
    commit: 'Commit',
    committer: 'Committer',
    message: 'Message',
    emptyTitle: 'Your Deployment List is Empty.',
    empty: 'This list will be populated when you promote or rollback a build.',
  },
};

export type PageMessages = typeof enPages;
