// The program that `bin/crew.mjs` starts.
import { text } from 'node:stream/consumers';
import { cli } from './cli.js';

process.exitCode = await cli({
  argv: process.argv.slice(2),
  env: process.env,
  colors: process.stdout.isTTY === true,
  input: () => text(process.stdin),
  out: (said) => void process.stdout.write(said),
  err: (said) => void process.stderr.write(said),
});
