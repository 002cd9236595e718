/**
 * A value outside of React, for `useSyncExternalStore(store.subscribe, store.get)`.
 *
 * @param connect begins with the first listener; what it returns ends it after the last one
 */
export function createStore<State>(initial: State, connect?: () => () => void) {
  let state = initial;
  let disconnect: (() => void) | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set: (next: State) => {
      state = next;
      listeners.forEach((listener) => listener());
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      if (listeners.size === 1) disconnect = connect?.();
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) disconnect?.();
      };
    },
  };
}
