/** The part of the package that is used; its own types lie in sources that need other rules. */
export declare class HostConfig {
  constructor(config: object);
}

export declare class Action {}

export declare class OpenUrlAction extends Action {
  readonly url?: string;
}

export declare class AdaptiveCard {
  hostConfig: HostConfig;
  onExecuteAction: (action: Action) => void;
  parse(card: unknown): void;
  render(): HTMLElement | undefined;
}
