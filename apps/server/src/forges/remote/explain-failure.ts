import { ForgeAwayError } from './forge-errors.ts';

/** Codes of TLS errors about the certificate of the forge, or of the authority that signed it. */
const certificateCode =
  /^(?:CERT_|ERR_TLS_CERT_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_|UNABLE_TO_(?:GET_ISSUER|VERIFY)_|INVALID_CA$|HOSTNAME_MISMATCH$)/;

/** Returns the error of a call that got no answer. It names a wrong certificate, which only an operator can correct. */
export function explainFailure(error: unknown): ForgeAwayError {
  const problem = findCertificateProblem(error);
  if (!problem) return new ForgeAwayError();
  return new ForgeAwayError(`The certificate of the forge is not accepted: ${problem}`);
}

function findCertificateProblem(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && certificateCode.test(String(cause.code)))
      return cause.message.split(';')[0];
  }
  return undefined;
}
