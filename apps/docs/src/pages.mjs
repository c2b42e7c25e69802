/** Pages of the documentation in the order of the navigation, by group. Titles are those of the pages. */
export const groups = [
  { title: 'Use', pages: ['pipelines', 'failing-builds', 'notifications', 'commands', 'api'] },
  {
    title: 'Operate',
    pages: [
      'configuration',
      'deployment',
      'runners',
      'forges',
      'accounts',
      'single-sign-on',
      'organizations',
      'settings-as-code',
      'extensions',
      'external-secrets',
      'administration',
      'backup',
      'upgrading',
      'scaling',
      'moving-from-drone',
      'moving-from-others',
    ],
  },
  { title: 'Understand', pages: ['terminology', 'data-flows', 'decisions/README'] },
];

/** Pages for contributors, which are not part of the site. */
export const leftOut = new Set(['source-tree', 'specification-coverage']);
