/** One kind of news with several listeners; they are told in the order they came, before the one who told goes on. */
export type Emitter<News> = {
  emit(news: News): void;
  listen(listener: (news: News) => void): () => void;
};

/** Listeners are called synchronously, because a webhook's payload must show the state at the moment of the event. */
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
