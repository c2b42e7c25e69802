import { anyText, listOf, mapOf, mapTo, numberLike, text, texts } from './json-schema.ts';
import { resourcesShape } from './resources-shape.ts';

export const tolerationSecondsPattern = /^(?:\d+(?:\.0+)?)?$/;

export const tolerationShape = mapOf('A taint that does not keep the Pod away', {
  key: text('Key of the taint'),
  operator: text('How the value is compared', ['Equal', 'Exists']),
  value: text('Value of the taint'),
  effect: text('Effect of the taint', ['NoSchedule', 'PreferNoSchedule', 'NoExecute']),
  toleration_seconds: numberLike(
    'Seconds after which the Pod is evicted',
    'integer',
    tolerationSecondsPattern,
  ),
});

export const optionShape = mapOf('An option of resolv.conf', {
  name: text('Name of the option'),
  value: text('Value of the option'),
});

export const dnsShape = mapOf('Name servers of the Pod', {
  nameservers: texts('Addresses of name servers'),
  searches: texts('Search domains'),
  options: listOf('Options of resolv.conf', optionShape),
});

export const metadataShape = mapOf('Metadata of the Pod', {
  namespace: text('Namespace; it must be that of the runner'),
  labels: mapTo('Labels of the Pod', anyText),
  annotations: mapTo('Annotations of the Pod', anyText),
});

/** Keys of a pipeline that have an effect on runners for Kubernetes, if their settings allow it. */
export const podKeys = {
  resources: resourcesShape,
  node_selector: mapTo('Labels that the node must have', anyText),
  node_name: text('Name of the node'),
  tolerations: listOf('Taints that do not keep the Pod away', tolerationShape),
  service_account_name: text('Service account whose token the steps get'),
  metadata: metadataShape,
  dns_config: dnsShape,
};
