// The program that `bin/crew.mjs` starts: passes the process to `cli`.
import { text } from 'node:stream/consumers';
import { cli } from './cli.js';

process.exitCode = await cli({
  argv: process.argv.slice(2),
  env: process.env,
  colors: process.stdout.isTTY === true,
  input: () => text(process.stdin),
  out: (output) => void process.stdout.write(output),
  err: (output) => void process.stderr.write(output),
});
