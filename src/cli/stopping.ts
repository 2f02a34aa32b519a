/** How long a run may take to write down where it stands once it is told to stop; what takes longer is ended. */
const GRACE = 5_000;

/** A signal that is aborted when somebody stops the process. Told so twice, it ends at once. */
export function stopping(log: (line: string) => void): AbortSignal {
  const stop = new AbortController();
  const onSignal = (): void => {
    if (stop.signal.aborted) process.exit(130);
    log('stopping; what is done is kept …');
    stop.abort();
    setTimeout(() => process.exit(130), GRACE).unref();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return stop.signal;
}
