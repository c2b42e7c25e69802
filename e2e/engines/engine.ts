/** A browser engine beside Chromium. The flows of this folder use only these functions of it. */
export interface Engine {
  /** Starts with empty cookies and storage. */
  startSession(): Promise<Session>;
  close(): Promise<void>;
}

export interface Session {
  /** Tabs that are open, except for those that a page opened itself. */
  readonly tabs: readonly Tab[];
  openTab(): Promise<Tab>;
  /** Returns the console errors, uncaught errors and violations of the content security policy in all tabs. */
  listFaults(): Promise<string[]>;
  end(): Promise<void>;
}

export interface Size {
  width: number;
  height: number;
}

/** Positions are in CSS pixels from the top left corner of the page area. */
export interface Tab {
  goto(url: string): Promise<void>;
  /** Resolves with the value of an expression in the page, which must be JSON. */
  evaluate(expression: string): Promise<unknown>;
  clickAt(x: number, y: number): Promise<void>;
  /** Presses a key, such as `Enter` or `n`, together with modifiers, such as `Control+k`. */
  press(keys: string): Promise<void>;
  /** Types into the element that has the focus. */
  type(text: string): Promise<void>;
  scrollAt(x: number, y: number, down: number): Promise<void>;
  resize(size: Size): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** Resolves with the tab that the page opened itself, such as by a link with a target. */
  waitForPopup(): Promise<Tab>;
}
