# The image of Millrace, from the package that `npm run pack` makes:
#   npm run pack && docker build --tag millrace .
ARG BASE=node:26-bookworm-slim

# hadolint ignore=DL3006
FROM ${BASE}
LABEL org.opencontainers.image.title="Millrace" \
      org.opencontainers.image.licenses="Apache-2.0"
# A base with git is not changed. Otherwise, the newest git of the base's release is installed.
# hadolint ignore=DL3008
RUN command -v git > /dev/null || { \
      apt-get update \
      && apt-get install --yes --no-install-recommends ca-certificates git \
      && rm -rf /var/lib/apt/lists/*; \
    }
# Volumes mounted here get the owner of these folders.
RUN mkdir /data /repositories \
    && chown 1000:1000 /data /repositories \
    && ln -s ../lib/millrace/bin/millrace.js /usr/local/bin/millrace \
    && ln -s "../lib/millrace/entrypoint/linux-$(dpkg --print-architecture)" /usr/local/bin/entrypoint
# The package includes all its dependencies, so nothing is downloaded.
COPY dist/millrace /usr/local/lib/millrace
ENV MILLRACE_HOST=0.0.0.0 \
    MILLRACE_PORT=8080 \
    MILLRACE_DATA=/data \
    MILLRACE_RUNNER_DATA=/data
# A number, so that Kubernetes can verify that it is not root.
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 8080
# Checks the server or the runner, whichever the container runs.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["millrace", "health"]
ENTRYPOINT ["millrace"]
CMD ["server"]
