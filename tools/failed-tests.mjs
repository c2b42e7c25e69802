/** Lists the names of failed tests from the reports of unit tests and browser tests. */
export function listFailedTests(unitReports, browserReport) {
  return [
    ...unitReports.flatMap((report) => report?.testResults ?? []).flatMap(listFailedOfFile),
    ...(browserReport?.suites ?? []).flatMap((suite) => listFailedOfSuite(suite, [])),
  ];
}

function listFailedOfFile({ name, status, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && status === 'failed') return [name];
  return failed.map(({ ancestorTitles, title }) => [name, ...ancestorTitles, title].join(' › '));
}

function listFailedOfSuite({ title, suites = [], specs = [] }, above) {
  const path = [...above, title];
  return [
    ...specs.filter(({ ok }) => !ok).map((spec) => [...path, spec.title].join(' › ')),
    ...suites.flatMap((suite) => listFailedOfSuite(suite, path)),
  ];
}
