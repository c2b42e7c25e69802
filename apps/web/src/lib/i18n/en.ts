/** Every text of the interface; the shape that other languages must have. */
export const en = {
  common: {
    cancel: 'Cancel',
    close: 'Close',
    copy: 'Copy',
    copied: 'Copied!',
    create: 'Create',
    delete: 'Delete',
    edit: (name: string) => `Edit ${name}`,
    actions: 'Actions',
    saveChanges: 'Save Changes',
    notifications: 'Notifications, Alt T',
    remove: (name: string) => `Remove ${name}`,
    showMore: 'Show more',
    loading: 'Loading...',
    retry: 'Try again',
    skipToContent: 'Skip to content',
    apiReference: 'API reference',
    documentation: 'Documentation',
    source: 'Source',
    pageOpened: (title: string) => `${title}, page opened`,
  },
  failure: {
    unreachableTitle: 'The server cannot be reached',
    loadFailed: 'This could not be loaded',
    accountFailed: 'Your account could not be loaded',
    unreachable: 'This page comes back by itself as soon as the server answers.',
    partMissing: 'This part of the interface could not be loaded. Try again, or reload the page.',
    crashTitle: 'Something went wrong on this page',
    crash: 'The rest of the interface still works. Reload the page to try it again.',
    reload: 'Reload the page',
  },
  nav: {
    label: 'Main',
    home: 'Millrace, to the dashboard',
    repositories: 'Repositories',
    builds: 'Builds',
    signInOrUp: 'Click to sign in or sign up',
    settings: 'Settings',
    account: 'Account',
    accountMenu: 'Account menu',
    logout: 'Log out',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
  },
  search: {
    button: 'Search',
  },
};

export type Messages = typeof en;
