// What a fix may speak from, read off its journal by somebody who was not there; and off git, where git knows it, too.
import { beginOf, type Journal } from '../../../src/core/journal.js';
import { lastOf } from '../../../src/core/recorded.js';
import { spentOf } from '../../../src/core/summary.js';
import type { Reproduction as Shows } from '../../../src/verify/prove/index.js';
import type { Comparison, TamperFinding, VerificationRecord } from '../../../src/verify/records.js';
import type { DiffRecord, FixRecords, Reproduction } from '../../../src/workflows/fix/records.js';
import { type FixShop, REPO } from './shop.js';
import { gitIn } from './stands.js';

/** Of a run that worked once and was verified in its last loop. */
export function recordsIn(shop: FixShop, journal: Journal): FixRecords {
  const verifications = valuesOf<VerificationRecord>(journal, 'verification');
  const last = verifications.at(-1);
  const diff = lastOf(journal, 'diff');
  const { usd, tokens } = spentOf(journal);
  return {
    run: beginOf(journal)?.run ?? '',
    asked: shop.embedded.repository(REPO).issues[0]?.title ?? '',
    verifications,
    verifiedDiffs: last && diff ? { [last.run_id]: diff.sha256 } : {},
    comparison: valuesOf<Comparison>(journal, 'comparison').at(-1),
    tamper: valuesOf<readonly TamperFinding[]>(journal, 'tamper').at(-1),
    reproduction: last && shownIn(journal, last),
    diff: diff && seenIn(shop, diff),
    counters: lastOf(journal, 'counters'),
    words: wordsIn(journal),
    cost: {
      ...{ usd, limitUsd: lastOf(journal, 'allowance')?.usd ?? 0, tokensOut: tokens.out },
      ...{ tokensIn: tokens.in + tokens.cacheRead + tokens.cacheWrite, tokensCached: tokens.cacheRead },
    },
  };
}

const valuesOf = <T>({ entries }: Journal, name: string): readonly T[] =>
  entries.flatMap((entry) => (entry.kind === 'step' && entry.name.startsWith(`${name} `) ? [entry.value as T] : []));

function shownIn(journal: Journal, { run_id }: VerificationRecord): Reproduction | undefined {
  const proof = valuesOf<Shows>(journal, 'reproduction').at(-1);
  const [shown] = proof?.tests ?? [];
  if (!proof || !shown) return undefined;
  const { test, file, by } = shown;
  const result = by === 'assertion' ? 'failed by its assertion' : 'failed otherwise';
  return { test, file, base: { run_id: proof.run_id, result }, head: { run_id, result: 'passed' } };
}

/** The change as git has it on the branch; where that is another one than was written down, nothing may be said of it. */
function seenIn(shop: FixShop, { base, sha256, files, text }: DiffRecord): DiffRecord | undefined {
  const [branch] = gitIn(shop, 'for-each-ref', '--format=%(refname)', 'refs/heads/crew/').split('\n');
  if (!branch) return { base, sha256, files, text };
  const names = gitIn(shop, 'diff', '--name-only', base, branch).split('\n');
  const lines = (of: string) => of.split('\n').filter((line) => /^[+-](?![+-]{2} )/.test(line));
  const isSame = lines(gitIn(shop, 'diff', base, branch)).join('\n') === lines(text).join('\n');
  return isSame && names.join('\n') === [...files].sort().join('\n') ? { base, sha256, files, text } : undefined;
}

interface Turn {
  readonly turn?: { readonly blocks: readonly { readonly tool?: string; readonly input?: unknown }[] };
}

/** The Editor's last answer. */
function wordsIn(journal: Journal): FixRecords['words'] {
  const blocks = valuesOf<Turn>(journal, 'editor turn').flatMap(({ turn }) => turn?.blocks ?? []);
  return blocks.findLast(({ tool }) => tool === 'answer')?.input as FixRecords['words'];
}
