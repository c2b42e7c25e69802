/**
 * Variables of the settings that image-building plugins may have in any repository. They determine which
 * image is built, from which sources, and where it is pushed. Each other setting may write or read files of a
 * privileged container, start programs there, or change how its Docker engine runs, as `config`,
 * `storage_path`, `artifact_file`, `env_file`, `secrets_from_file` and `cosign_params` do.
 */
const harmless = new Set(
  [
    // Build.
    'add_host',
    'build_args',
    'build_args_from_env',
    'build_args_new',
    'cache_from',
    'compress',
    'context',
    'dockerfile',
    'dry_run',
    'multiple_build_args',
    'no_cache',
    'no_push',
    'platform',
    'pull_image',
    'purge',
    'quiet',
    'secrets_from_env',
    'squash',
    'ssh_agent_key',
    'target',
    'use_cache',
    // Tags and labels.
    'auto_label',
    'auto_tag',
    'auto_tag_suffix',
    'custom_labels',
    'default_suffix',
    'default_tags',
    'label_schema',
    'repo_link',
    'tag',
    'tags',
    // Registries and accounts.
    'base_image_password',
    'base_image_registry',
    'base_image_username',
    'docker_password',
    'docker_registry',
    'docker_username',
    'email',
    'password',
    'push_only',
    'registry',
    'repo',
    'source_image',
    'username',
    // Network of the plugin's own engine, not that of the host.
    'custom_dns',
    'custom_dns_search',
    'daemon_off',
    'daemon_retry_count',
    'debug',
    'insecure',
    'mirror',
    // Amazon, Azure, Google, Heroku.
    'access_key',
    'assume_role',
    'create_repository',
    'external_id',
    'region',
    'scan_on_push',
    'secret_key',
    'skip_push_if_tag_exists',
    'client_id',
    'client_secret',
    'daemon_registry',
    'subscription_id',
    'tenant_id',
    'json_key',
    'location',
    'oidc_token_id',
    'pool_id',
    'project_number',
    'provider_id',
    'service_account_email',
    'workload_identity',
    'api_key',
    'app',
    'process_type',
  ].map(pluginVariable),
);

/** Returns the variable name of a plugin setting: `build-args` becomes `PLUGIN_BUILD_ARGS`. */
export function pluginVariable(setting: string): string {
  return `PLUGIN_${setting.toUpperCase().replaceAll('-', '_')}`;
}

/** True for a variable that changes how a privileged plugin runs, beyond the image that it builds. */
export function reachesPrivileges(variable: string): boolean {
  return variable.startsWith('PLUGIN_') && !harmless.has(variable);
}
