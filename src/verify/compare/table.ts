// What is said of a test or a step, by how it was seen on base (rows) and on head (columns). Every pair has an answer; nothing else decides.

/** How one test was seen: `absent` was not there though the run was whole, `unseen` cannot be told. */
export type TestSeen = 'passed' | 'failed' | 'mixed' | 'skipped' | 'absent' | 'unseen';

/**
 * How a step was seen, its tests aside: `empty` ended well and ran no test, `told` failed and its failing tests say why,
 * `odd` failed though no test did, `crashed` failed before it could say anything of tests.
 */
export type StepSeen = 'passed' | 'empty' | 'told' | 'odd' | 'crashed' | 'mixed' | 'absent' | 'unseen';

/** `silent`: nothing is said. `silenced`: it was run, and is skipped now. `refused`: it is new, and fails. */
export type Kind =
  | 'silent'
  | 'fixed'
  | 'broken'
  | 'before'
  | 'flaky'
  | 'silenced'
  | 'removed'
  | 'added'
  | 'refused'
  | 'unknown';

type Table<Seen extends string> = Readonly<Record<Seen, Readonly<Record<Seen, Kind>>>>;

/** Fixed stands in one cell of each table: seen to fail, and seen to pass. What vanished or fell silent is not fixed. */
// biome-ignore format: a table is read by its columns
export const TESTS: Table<TestSeen> = {
  //         to passed           failed             mixed              skipped             absent             unseen
  passed:  { passed: 'silent',  failed: 'broken',  mixed: 'flaky',    skipped: 'silenced', absent: 'removed', unseen: 'unknown' },
  failed:  { passed: 'fixed',   failed: 'before',  mixed: 'flaky',    skipped: 'silenced', absent: 'removed', unseen: 'unknown' },
  mixed:   { passed: 'flaky',   failed: 'flaky',   mixed: 'flaky',    skipped: 'silenced', absent: 'removed', unseen: 'unknown' },
  skipped: { passed: 'added',   failed: 'refused', mixed: 'flaky',    skipped: 'silent',   absent: 'silent',  unseen: 'silent' },
  absent:  { passed: 'added',   failed: 'refused', mixed: 'flaky',    skipped: 'silent',   absent: 'silent',  unseen: 'silent' },
  unseen:  { passed: 'silent',  failed: 'unknown', mixed: 'flaky',    skipped: 'unknown',  absent: 'unknown', unseen: 'unknown' },
};

// biome-ignore format: a table is read by its columns
export const STEPS: Table<StepSeen> = {
  //         to passed          empty             told              odd               crashed            mixed           absent            unseen
  passed:  { passed: 'silent', empty: 'unknown', told: 'silent',   odd: 'broken',    crashed: 'broken', mixed: 'flaky', absent: 'removed', unseen: 'unknown' },
  empty:   { passed: 'silent', empty: 'silent',  told: 'silent',   odd: 'broken',    crashed: 'broken', mixed: 'flaky', absent: 'silent',  unseen: 'unknown' },
  told:    { passed: 'silent', empty: 'unknown', told: 'silent',   odd: 'unknown',   crashed: 'broken', mixed: 'flaky', absent: 'removed', unseen: 'unknown' },
  odd:     { passed: 'fixed',  empty: 'unknown', told: 'before',   odd: 'before',    crashed: 'broken', mixed: 'flaky', absent: 'removed', unseen: 'unknown' },
  crashed: { passed: 'fixed',  empty: 'unknown', told: 'before',   odd: 'before',    crashed: 'before', mixed: 'flaky', absent: 'removed', unseen: 'unknown' },
  mixed:   { passed: 'flaky',  empty: 'unknown', told: 'flaky',    odd: 'flaky',     crashed: 'flaky',  mixed: 'flaky', absent: 'removed', unseen: 'unknown' },
  absent:  { passed: 'added',  empty: 'silent',  told: 'silent',   odd: 'refused',   crashed: 'refused', mixed: 'flaky', absent: 'silent', unseen: 'unknown' },
  unseen:  { passed: 'unknown', empty: 'unknown', told: 'unknown', odd: 'unknown',   crashed: 'unknown', mixed: 'unknown', absent: 'unknown', unseen: 'unknown' },
};
