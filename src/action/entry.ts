// The program that action.yml starts. It runs the step and sets the exit code.
import { runAction } from './run-phase.js';

process.exitCode = await runAction({
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
