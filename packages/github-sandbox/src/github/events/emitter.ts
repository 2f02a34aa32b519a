// Calls listeners when something happens.

/** Calls several listeners, in order, synchronously. */
export type Emitter<Event> = {
  emit(event: Event): void;
  listen(listener: (event: Event) => void): () => void;
};

/** Synchronous, because a webhook's payload must show the state at the moment of the event. */
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
