/**
 * A function as a program for `node -e`. Its text is all that goes along: it must import what it needs by itself and use nothing that
 * stands around it. So a process of its own needs no file of its own, in a checkout and in a bundle alike.
 */
export function asProgram(main: (ask: never) => Promise<void>): string {
  return `(${main})(JSON.parse(process.argv[1] ?? 'null')).catch((error) => { console.error(error); process.exit(1); })`;
}
