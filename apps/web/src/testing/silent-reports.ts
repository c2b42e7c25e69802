/** For tests that do not look at notifications. */
export const silentReports = {
  onReadError: () => undefined,
  onChangeError: () => undefined,
  onChangeDone: () => undefined,
};
