import { maxChangesOfBuild, type TestedBuild } from '@millrace/contract/api';
import { shortenText } from '@millrace/node-kit/truncate-text';

const maxName = 200;
/** Maximum length of a reason in plans and back-tests. */
export const maxReason = 500;
const maxUnknown = 20;

/** Shortens a back-test. A file with the longest allowed names and conditions would repeat them for each build. */
export function shortenTests(tested: readonly TestedBuild[]): TestedBuild[] {
  return tested.map((build) => {
    const { changes, error, incomparable, unknown_durations: unknown } = build;
    const more = changes.length - maxChangesOfBuild;
    return {
      ...build,
      changes: changes.slice(0, maxChangesOfBuild).map((change) => ({
        ...change,
        stage: shortenText(change.stage, maxName),
        ...(change.step === undefined ? {} : { step: shortenText(change.step, maxName) }),
        reason: shortenText(change.reason, maxReason),
      })),
      ...(more > 0 ? { more_changes: more } : {}),
      error: shortenText(error, maxReason),
      incomparable: shortenText(incomparable, maxReason),
      unknown_durations: unknown.slice(0, maxUnknown).map((name) => shortenText(name, maxName)),
    };
  });
}
