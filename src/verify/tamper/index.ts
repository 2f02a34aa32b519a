// The tamper check: finds changes that weaken tests or other checks. Rules only, no model. Pure. Used by src/verify (prove/ and
// build-artifact.ts), by the Editor's loop in src/workflows/fix, and by src/services/read-change.ts, which reads a change for it.
import { findingSentences } from '../../text/lang/tamper/index.js';
import { analyze, type ChangedFile } from './change.js';
import { type KnownTest, type TamperContext, tamperContext } from './context.js';
import { type Found, KINDS, type WeightedFinding } from './finding.js';
import { assertionRemoved } from './kinds/assertion-removed.js';
import { assertionWeakened, expectationChanged } from './kinds/assertion-weakened.js';
import { assertionUnreached, failureSwallowed } from './kinds/assertions-without-effect.js';
import { configEdited, lockChanged, recordChanged } from './kinds/changed-files.js';
import { configWeakened, suppressionAdded, thresholdLowered } from './kinds/config-weakened.js';
import { equalityOverride } from './kinds/equality-override.js';
import { preloadChanged, runnerPatched } from './kinds/runner-patched.js';
import { runnerShadowed } from './kinds/runner-shadowed.js';
import { scriptChanged } from './kinds/script-changed.js';
import { specialCase, testDetection } from './kinds/test-aware-source.js';
import { caseRemoved, testDeleted } from './kinds/tests-removed.js';
import { testMarked, testNarrowed, testSkipped } from './kinds/tests-skipped.js';
import { unitMocked } from './kinds/unit-mocked.js';

export type { ChangedFile } from './change.js';
export type { KnownTest } from './context.js';
export type { WeightedFinding as Found } from './finding.js';

/** All rules. To add one, write a file, add its kind to finding.ts, and add it here. */
const RULES: readonly ((context: TamperContext) => readonly Found[])[] = [
  testDeleted,
  testSkipped,
  testMarked,
  testNarrowed,
  caseRemoved,
  assertionRemoved,
  assertionWeakened,
  assertionUnreached,
  expectationChanged,
  failureSwallowed,
  unitMocked,
  runnerPatched,
  runnerShadowed,
  preloadChanged,
  specialCase,
  testDetection,
  equalityOverride,
  recordChanged,
  thresholdLowered,
  configWeakened,
  configEdited,
  suppressionAdded,
  scriptChanged,
  lockChanged,
];

/**
 * All findings by file and line; at most one per line and kind, preferring one that blocks. `known` are unchanged tests, against which
 * sources are checked.
 */
export function findTampering(
  changes: readonly ChangedFile[],
  known: readonly KnownTest[] = [],
): readonly WeightedFinding[] {
  const context = tamperContext(changes.filter(isChanged).map(analyze), known);
  const found = RULES.flatMap((rule) => rule(context));
  const once = new Map<string, Found>();
  for (const each of found) {
    const key = `${each.file}\0${each.line}\0${each.kind}`;
    if (once.get(key)?.weight !== 'blocks') once.set(key, each);
  }
  return [...once.values()].sort(inOrder).map((each) => ({ ...each, why: findingSentences(each.because, 'en') }));
}

/** Links and binary files have no text on either side; they are listed only if they changed. */
function isChanged({ path, from = path, before, after }: ChangedFile): boolean {
  return before !== after || from !== path || after === null;
}

function inOrder(a: Found, b: Found): number {
  const weight = ({ weight: of }: Found) => (of === 'blocks' ? 0 : 1);
  return (
    (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
    a.line - b.line ||
    weight(a) - weight(b) ||
    KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind)
  );
}
