/** After SIGINT or SIGTERM, a run has this long to write its journal. Then the process ends. */
const GRACE = 5_000;

/** A signal that aborts on SIGINT or SIGTERM. The second one ends the process at once. */
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
