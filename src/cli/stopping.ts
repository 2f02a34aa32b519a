/** How long a run may take to write down where it stands once it is told to stop; what takes longer is ended. */
const GRACE = 5_000;

/** A signal that is aborted when somebody stops the process. Told so twice, it ends at once. */
export function stopping(tell: (line: string) => void): AbortSignal {
  const stop = new AbortController();
  const hear = (): void => {
    if (stop.signal.aborted) process.exit(130);
    tell('stopping; what is done is kept …');
    stop.abort();
    setTimeout(() => process.exit(130), GRACE).unref();
  };
  process.on('SIGINT', hear);
  process.on('SIGTERM', hear);
  return stop.signal;
}
