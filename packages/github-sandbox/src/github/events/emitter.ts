// Calls listeners when something happens. Used for repository and webhook events (create-world.ts, world.ts) and for observed requests
// (endpoints/open-server.ts).

/** Calls all listeners in the order in which they were added. `listen` returns a function that removes the listener. */
export type Emitter<Event> = {
  emit(event: Event): void;
  listen(listener: (event: Event) => void): () => void;
};

/** Listeners are called synchronously, because a webhook's payload must show the state at the moment of the event. */
export function createEmitter<Event>(): Emitter<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    emit: (event) => {
      for (const listener of [...listeners]) listener(event);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
