/**
 * Rules for steps whose image alone decides which programs run: privileged plugins, and steps with a secret that is
 * limited to images. Somebody who writes the pipeline file must not be able to run other programs there.
 */

/** Keys of a step that run other programs, or put other files in place of those of the image. */
export const programKeys = ['commands', 'command', 'entrypoint', 'user', 'volumes'] as const;

interface ProgramRules {
  /** True for a variable that decides which programs run. */
  changesPrograms: (variable: string) => boolean;
  /** True if the folder with the sources, a normalized path, may cover programs of the image. */
  coversPrograms: (folder: string) => boolean;
}

/** Variables with which a shell, a loader, Docker or their child processes run programs from outside the image. */
const systemVariable = new RegExp(
  `^(?:${[
    'PATH|HOME|TMPDIR|ENV|BASH_.*|BASHOPTS|SHELLOPTS|PS4|IFS|LD_.*|GCONV_PATH|XDG_.*',
    'DOCKER_(?:CERT_PATH|CLI_.*|CONFIG|CONTEXT|HOST|OPTS|PLUGIN_.*|TLS.*|TMPDIR)|BUILDX_.*|BUILDKIT_HOST',
    // Configuration that may contain programs, of build contexts, the network and accounts.
    'GIT_(?!AUTHOR_|COMMITTER_).*|SSH_.*|MODPROBE_.*|XTABLES_.*|IP6?TABLES_.*|OPENSSL_.*',
    'AWS_.*(?:FILE|PROFILE)|GOOGLE_(?:APPLICATION_CREDENTIALS|EXTERNAL_.*)|HARNESS_CA_PATH',
  ].join('|')})$`,
);
/** The same for interpreters and other tools. */
const toolVariable = new RegExp(
  `^(?:${[
    'GLIBC_TUNABLES|CDPATH|FPATH|ZDOTDIR|PROMPT_COMMAND|EDITOR|VISUAL|PAGER|BROWSER|LESSOPEN|LESSCLOSE',
    'NODE_(?:OPTIONS|PATH|EXTRA_CA_CERTS|TLS_.*|REPL_.*)|DENO_DIR|BUN_.*|NPM_CONFIG_.*|YARN_.*|COREPACK_.*',
    'PYTHON(?!UNBUFFERED$|DONTWRITEBYTECODE$|IOENCODING$|UTF8$).*|VIRTUAL_ENV|PIP_.*',
    'PERL5.*|PERLLIB|RUBY(?:LIB|OPT|PATH|SHELL)|GEM_.*|BUNDLE_.*|LUA_.*|TCLLIBPATH|PHP.*|COMPOSER_.*',
    'CLASSPATH|JAVA_.*|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|JVM_.*|MAVEN_.*|GRADLE_.*',
    'DOTNET_.*|CORECLR_.*|COR_.*|COMPLUS_.*|KUBECONFIG|HELM_.*|ANSIBLE_.*|TF_.*|CURL_HOME|WGETRC|NETRC',
    // Send requests elsewhere, or make programs trust other servers.
    '(?:HTTPS?|ALL|FTP)_PROXY|SSL_CERT_.*|CURL_CA_BUNDLE|REQUESTS_CA_BUNDLE|HOSTALIASES|LOCALDOMAIN|RES_OPTIONS',
  ].join('|')})$`,
  'i',
);
/** Folders of an image that contain programs or their configuration. */
const systemFolder =
  /^\/(?:$|(?:bin|boot|certs|dev|etc|lib[^/]*|opt|proc|root|run|sbin|sys|usr|var)(?:\/|$))/;
/** Folder of the sources in containers, which images leave free. */
const sourcesFolder = /^\/drone(?:\/|$)/;

/** Rules for the plugins that build images, which are Go programs in the folders of the system. */
export const builderRules: ProgramRules = {
  changesPrograms: (variable) => systemVariable.test(variable),
  coversPrograms: (folder) => systemFolder.test(folder),
};

/** Rules for images of which nothing is known. */
export const imageRules: ProgramRules = {
  changesPrograms: (variable) => systemVariable.test(variable) || toolVariable.test(variable),
  coversPrograms: (folder) => !sourcesFolder.test(folder) || folder.split('/').includes('..'),
};
