/**
 * Types of the used part of the package. Its own types are source files that do not compile with our
 * settings.
 */
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
