/** Maximum size of one upload to S3, in megabytes. */
export const maxUploadMb = 5000;
