/** What has to be taken down again, the last first; each once, however often it is asked for. */
export interface Closing {
  add(close: () => Promise<unknown>): void;
  close(): Promise<void>;
}

export function closing(): Closing {
  const closers: (() => Promise<unknown>)[] = [];
  return {
    add: (close) => void closers.push(close),
    async close() {
      for (const each of closers.splice(0).reverse()) await each();
    },
  };
}
