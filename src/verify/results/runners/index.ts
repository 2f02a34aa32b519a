// The list of test runners whose results can be read test by test, for detection, the pipeline, and ../read-results.ts. To add one, write a
// file and add it here.
import { ava } from './ava.js';
import { bun } from './bun.js';
import { cargo } from './cargo.js';
import { deno } from './deno.js';
import { dotnet } from './dotnet.js';
import { go } from './go.js';
import { gradle } from './gradle.js';
import { jest } from './jest.js';
import { maven } from './maven.js';
import { mocha } from './mocha.js';
import { node } from './node.js';
import { phpunit } from './phpunit.js';
import { playwright } from './playwright.js';
import { pytest } from './pytest.js';
import { rspec } from './rspec.js';
import type { Runner } from './runner.js';
import { tap } from './tap.js';
import { tape } from './tape.js';
import { unittest } from './unittest.js';
import { vitest } from './vitest.js';

export type { Runner } from './runner.js';

export const runners: readonly Runner[] = [
  node,
  jest,
  vitest,
  mocha,
  ava,
  tap,
  tape,
  pytest,
  unittest,
  go,
  cargo,
  playwright,
  rspec,
  phpunit,
  dotnet,
  deno,
  bun,
  maven,
  gradle,
];
