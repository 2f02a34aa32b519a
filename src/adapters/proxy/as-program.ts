// Turns a function into a program for `node -e`. Used by model-key.ts, and by both levels of the sandbox (adapters/sandbox/levels) for
// their network.

/**
 * The source of a program for `node -e` that calls a function with the program's first argument, which is JSON. The function must import
 * everything it needs itself and may not use names from outside of it. A child process started this way needs no file of its own, neither in a checkout nor in a bundle.
 */
export function asProgram(main: (input: never) => Promise<void>): string {
  return `(${main})(JSON.parse(process.argv[1] ?? 'null')).catch((error) => { console.error(error); process.exit(1); })`;
}
