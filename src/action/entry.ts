// The program that action.yml starts.
import { action } from './run-phase.js';

process.exitCode = await action({
  env: process.env,
  out: (said) => void process.stdout.write(said),
  err: (said) => void process.stderr.write(said),
});
