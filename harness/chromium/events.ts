// The events of the DevTools protocol that are used here. Source:
// https://chromedevtools.github.io/devtools-protocol/tot/

export interface AttachedTarget {
  readonly sessionId: string;
  readonly targetInfo: {
    readonly targetId: string;
    readonly type: string;
    readonly browserContextId: string;
    readonly openerId?: string;
  };
}

export interface PausedRequest {
  readonly requestId: string;
  /** The id of the network's own events. A redirected request keeps it. */
  readonly networkId?: string;
  readonly frameId: string;
  readonly resourceType: string;
  readonly redirectedRequestId?: string;
  readonly request: {
    readonly url: string;
    readonly urlFragment?: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly postDataEntries?: readonly { readonly bytes?: string }[];
  };
}

export interface RequestWillBeSent {
  readonly requestId: string;
  readonly hasUserGesture?: boolean;
}

export interface LoadingFailed {
  readonly requestId: string;
  readonly errorText: string;
}

export interface Frame {
  readonly id: string;
  readonly parentId?: string;
  readonly url: string;
  readonly urlFragment?: string;
  readonly loaderId: string;
  /** Set where this is the engine's page about an error. */
  readonly unreachableUrl?: string;
}

export interface StartedNavigating {
  readonly frameId: string;
  readonly url: string;
  readonly loaderId: string;
  readonly navigationType: string;
}

export interface ExecutionContext {
  readonly uniqueId: string;
  readonly name: string;
  readonly auxData?: { readonly frameId: string; readonly isDefault: boolean };
}

export interface BindingCalled {
  readonly name: string;
  readonly payload: string;
}

export interface DialogOpening {
  readonly type: "alert" | "confirm" | "prompt" | "beforeunload";
  readonly message: string;
  readonly defaultPrompt?: string;
}

export interface Evaluated {
  readonly result: { readonly type: string; readonly value?: unknown };
  readonly exceptionDetails?: object;
}
