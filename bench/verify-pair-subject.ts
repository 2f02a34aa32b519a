// The process that bench/verify-pair.mjs measures: verifies a tree, its base, or both.
// usage: node BUNDLE ROOT HOME head|base|pair
import { settingsOf } from '../src/services/settings.js';
import { detectIn, openVerifier, verifyBoth, verifyTree } from '../src/services/verify-trees.js';

const [root = '', home = '', what] = process.argv.slice(2);
const { config } = settingsOf(null, { file: '.github/crew.yml' });
const signal = new AbortController().signal;
const verifier = openVerifier({ root, home, now: undefined, config, machine: process.env, signal });
const quiet = { onProgress: () => undefined, onSandbox: () => undefined };
const detected = await detectIn(verifier, verifier.tree);
const base = what === 'base' ? await verifier.baseCommit.checkOut('HEAD') : undefined;
const began = performance.now();
const record =
  what === 'pair'
    ? (await verifyBoth(verifier, { base: 'HEAD', detected, changed: undefined, ...quiet })).head
    : await verifyTree(verifier, {
        tree: base?.tree ?? verifier.tree,
        ref: 'baseline',
        steps: detected.steps,
        ...quiet,
      });
const ms = performance.now() - began;
await base?.close();
const tests = record.steps.flatMap((step) => step.tests ?? []).length;
console.log(JSON.stringify({ status: record.status, tests, ms }));
