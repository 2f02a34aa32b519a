/** Calls several listeners, in order, synchronously. */
export type Emitter<News> = {
  emit(news: News): void;
  listen(listener: (news: News) => void): () => void;
};

/** Synchronous, because a webhook's payload must show the state at the moment of the event. */
export function createEmitter<News>(): Emitter<News> {
  const listeners = new Set<(news: News) => void>();
  return {
    emit: (news) => {
      for (const listener of [...listeners]) listener(news);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
